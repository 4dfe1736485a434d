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

func open(options ...transport.StreamableHTTPCOption) (transport.Interface, error) {
	url := os.Getenv("MCPCHECK_URL")
	if strings.HasSuffix(url, "/sse") {
		return transport.NewSSE(url)
	}
	if url != "" {
		return transport.NewStreamableHTTP(url, options...)
	}
	var start struct {
		Command string
		Args    []string
	}
	err := json.Unmarshal([]byte(os.Getenv("MCPCHECK_SERVER")), &start)
	return transport.NewStdio(start.Command, nil, start.Args...), err
}

// connect goes without authorization until it is asked for: with it, this library asks no server before it has a token.
func connect(ctx context.Context) (any, error) {
	if err := start(ctx); err != nil {
		return nil, err
	}
	result, err := initialize(ctx)
	if !client.IsAuthorizationRequiredError(err) {
		return result, err
	}
	config, wrong := asked(err)
	if wrong != nil {
		return nil, wrong
	}
	driven.Close()
	if err := start(ctx, transport.WithHTTPOAuth(config)); err != nil {
		return nil, err
	}
	return initialize(ctx)
}

func start(ctx context.Context, options ...transport.StreamableHTTPCOption) error {
	carrier, err := open(options...)
	if err != nil {
		return err
	}
	driven = client.NewClient(carrier, client.WithSamplingHandler(answers{}), client.WithRootsHandler(answers{}), client.WithElicitationHandler(answers{}))
	return driven.Start(ctx)
}

func initialize(ctx context.Context) (any, error) {
	request := mcp.InitializeRequest{}
	request.Params.ClientInfo = mcp.Implementation{Name: "mcp-go-driver", Version: "1.0.0"}
	return authorized(ctx, func() (any, error) {
		result, err := driven.Initialize(ctx, request)
		opened = err == nil
		return result, err
	})
}

// authorized does something again, with a new token, as often as a server asks for one; a server that always does is given up.
func authorized(ctx context.Context, do func() (any, error)) (any, error) {
	result, err := do()
	for range 2 {
		handler := client.GetOAuthHandler(err)
		if handler == nil {
			break
		}
		if err := authorize(ctx, handler); err != nil {
			return nil, err
		}
		result, err = do()
	}
	return result, err
}

func perform(ctx context.Context, s step) (any, error) {
	if ms := cmp.Or(s.CancelAfterMs, s.TimeoutMs); ms != nil {
		limited, end := context.WithTimeout(ctx, time.Duration(*ms)*time.Millisecond)
		defer end()
		ctx = limited
	}
	switch s.Do {
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

// performed is a step that is done once more where a token has become too old for it.
func performed(ctx context.Context, s step) (any, error) {
	if s.Do == "connect" {
		return connect(ctx)
	}
	return authorized(ctx, func() (any, error) { return perform(ctx, s) })
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
		} else if result, err := performed(context.Background(), one); errors.Is(err, errors.ErrUnsupported) {
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
