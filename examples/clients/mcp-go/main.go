// A driver for `mcpcheck run client` around the client of github.com/mark3labs/mcp-go, in both eras:
//
//	mcpcheck run client --transport stdio,http,sse -- mcp-go-driver
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

type step struct {
	Do, Answer, Name, Action, Text, URI, Level string
	Arguments, Content                         map[string]any
	TimeoutMs, CancelAfterMs, Ms               *int
	Roots                                      []mcp.Root
	Ref                                        map[string]any
	Argument                                   mcp.CompleteArgument
}

var (
	steps  []step
	roots  []mcp.Root
	driven *client.Client
	opened bool
)

func answer(what string) step {
	for _, one := range steps {
		if one.Answer == what {
			return one
		}
	}
	return step{}
}

type answers struct{}

func (answers) CreateMessage(context.Context, mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	text := mcp.NewTextContent(cmp.Or(answer("sampling").Text, "no"))
	return &mcp.CreateMessageResult{SamplingMessage: mcp.SamplingMessage{Role: mcp.RoleAssistant, Content: text}, Model: "scripted"}, nil
}

func (answers) ListRoots(context.Context, mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	return &mcp.ListRootsResult{Roots: roots}, nil
}

func (answers) Elicit(context.Context, mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	given := answer("elicitation")
	response := mcp.ElicitationResponse{Action: mcp.ElicitationResponseAction(cmp.Or(given.Action, "decline"))}
	if given.Content != nil {
		response.Content = given.Content
	}
	return &mcp.ElicitationResult{ElicitationResponse: response}, nil
}

func open() (transport.Interface, error) {
	url := os.Getenv("MCPCHECK_URL")
	if strings.HasSuffix(url, "/sse") {
		return transport.NewSSE(url)
	}
	if url != "" {
		return transport.NewStreamableHTTP(url)
	}
	var start struct {
		Command string
		Args    []string
	}
	err := json.Unmarshal([]byte(os.Getenv("MCPCHECK_SERVER")), &start)
	return transport.NewStdio(start.Command, nil, start.Args...), err
}

func connect(ctx context.Context) (any, error) {
	carrier, err := open()
	if err != nil {
		return nil, err
	}
	driven = client.NewClient(carrier, client.WithSamplingHandler(answers{}), client.WithRootsHandler(answers{}), client.WithElicitationHandler(answers{}))
	if err := driven.Start(ctx); err != nil {
		return nil, err
	}
	request := mcp.InitializeRequest{}
	request.Params.ClientInfo = mcp.Implementation{Name: "mcp-go-driver", Version: "1.0.0"}
	result, err := driven.Initialize(ctx, request)
	opened = err == nil
	return result, err
}

func perform(ctx context.Context, s step) (any, error) {
	if ms := cmp.Or(s.CancelAfterMs, s.TimeoutMs); ms != nil {
		limited, end := context.WithTimeout(ctx, time.Duration(*ms)*time.Millisecond)
		defer end()
		ctx = limited
	}
	switch s.Do {
	case "connect":
		return connect(ctx)
	case "list-tools":
		return driven.ListTools(ctx, mcp.ListToolsRequest{})
	case "list-resources":
		return driven.ListResources(ctx, mcp.ListResourcesRequest{})
	case "list-resource-templates":
		return driven.ListResourceTemplates(ctx, mcp.ListResourceTemplatesRequest{})
	case "list-prompts":
		return driven.ListPrompts(ctx, mcp.ListPromptsRequest{})
	case "call-tool":
		return driven.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: s.Name, Arguments: s.Arguments}})
	case "read-resource":
		return driven.ReadResource(ctx, mcp.ReadResourceRequest{Params: mcp.ReadResourceParams{URI: s.URI}})
	case "get-prompt":
		given := map[string]string{}
		for name, value := range s.Arguments {
			given[name] = fmt.Sprint(value)
		}
		return driven.GetPrompt(ctx, mcp.GetPromptRequest{Params: mcp.GetPromptParams{Name: s.Name, Arguments: given}})
	case "complete":
		return driven.Complete(ctx, mcp.CompleteRequest{Params: mcp.CompleteParams{Ref: s.Ref, Argument: s.Argument}})
	case "subscribe":
		return nil, driven.Subscribe(ctx, mcp.SubscribeRequest{Params: mcp.SubscribeParams{URI: s.URI}})
	case "unsubscribe":
		return nil, driven.Unsubscribe(ctx, mcp.UnsubscribeRequest{Params: mcp.UnsubscribeParams{URI: s.URI}})
	case "set-log-level":
		return nil, driven.SetLevel(ctx, mcp.SetLevelRequest{Params: mcp.SetLevelParams{Level: mcp.LoggingLevel(s.Level)}})
	case "ping":
		return nil, driven.Ping(ctx)
	case "set-roots":
		roots = s.Roots
		return nil, driven.RootListChanges(ctx)
	case "listen":
		time.Sleep(time.Duration(*s.Ms) * time.Millisecond)
		return nil, nil
	case "close":
		return nil, driven.Close()
	}
	return nil, errors.ErrUnsupported
}

func main() {
	if err := json.Unmarshal([]byte(os.Getenv("MCPCHECK_STEPS")), &steps); err != nil {
		panic(err)
	}
	roots = answer("roots").Roots
	out := json.NewEncoder(os.Stdout)
	for index, one := range steps {
		if one.Do == "" {
			continue
		}
		report := map[string]any{"step": index}
		if !opened && one.Do != "connect" {
			report["ok"], report["error"] = false, map[string]any{"message": "not connected"}
		} else if result, err := perform(context.Background(), one); errors.Is(err, errors.ErrUnsupported) {
			report["unsupported"] = true
		} else if err != nil {
			report["ok"], report["error"] = false, map[string]any{"message": err.Error()}
		} else {
			report["ok"], report["result"] = true, result
			if result == nil {
				report["result"] = map[string]any{}
			}
		}
		out.Encode(report)
	}
}
