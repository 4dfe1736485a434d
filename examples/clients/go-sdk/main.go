// A driver for `mcpcheck run client` around the client of github.com/modelcontextprotocol/go-sdk, in both eras:
//
//	mcpcheck run client --transport stdio,http -- go-sdk-driver
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type step struct {
	Do, Answer, Name, Action, Text, URI, Level string
	Arguments, Content                         map[string]any
	TimeoutMs, CancelAfterMs, Ms               *int
	Roots                                      []*mcp.Root
	Ref                                        *mcp.CompleteReference
	Argument                                   mcp.CompleteParamsArgument
}

var (
	steps   []step
	client  *mcp.Client
	session *mcp.ClientSession
)

func answer(what string) step {
	for _, one := range steps {
		if one.Answer == what {
			return one
		}
	}
	return step{}
}

func connect(ctx context.Context) (any, error) {
	client = mcp.NewClient(&mcp.Implementation{Name: "go-sdk-driver", Version: "1.0.0"}, &mcp.ClientOptions{
		CreateMessageHandler: func(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			return &mcp.CreateMessageResult{Role: "assistant", Model: "scripted", Content: &mcp.TextContent{Text: cmp.Or(answer("sampling").Text, "no")}}, nil
		},
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			given := answer("elicitation")
			return &mcp.ElicitResult{Action: cmp.Or(given.Action, "decline"), Content: given.Content}, nil
		},
	})
	client.AddRoots(answer("roots").Roots...)
	handler, err := authorization()
	if err != nil {
		return nil, err
	}
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: os.Getenv("MCPCHECK_URL"), OAuthHandler: handler}
	if server := os.Getenv("MCPCHECK_SERVER"); server != "" {
		var start struct {
			Command string
			Args    []string
		}
		if err := json.Unmarshal([]byte(server), &start); err != nil {
			return nil, err
		}
		transport = &mcp.CommandTransport{Command: exec.Command(start.Command, start.Args...)}
	}
	session, err = client.Connect(ctx, transport, nil)
	return map[string]any{}, err
}

func all[T any](member string, pages iter.Seq2[T, error]) (any, error) {
	found := []T{}
	for one, err := range pages {
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return map[string]any{member: found}, nil
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
		return all("tools", session.Tools(ctx, nil))
	case "list-resources":
		return all("resources", session.Resources(ctx, nil))
	case "list-resource-templates":
		return all("resourceTemplates", session.ResourceTemplates(ctx, nil))
	case "list-prompts":
		return all("prompts", session.Prompts(ctx, nil))
	case "call-tool":
		return session.CallTool(ctx, &mcp.CallToolParams{Name: s.Name, Arguments: s.Arguments})
	case "read-resource":
		return session.ReadResource(ctx, &mcp.ReadResourceParams{URI: s.URI})
	case "get-prompt":
		given := map[string]string{}
		for name, value := range s.Arguments {
			given[name] = fmt.Sprint(value)
		}
		return session.GetPrompt(ctx, &mcp.GetPromptParams{Name: s.Name, Arguments: given})
	case "complete":
		return session.Complete(ctx, &mcp.CompleteParams{Ref: s.Ref, Argument: s.Argument})
	case "subscribe":
		return nil, session.Subscribe(ctx, &mcp.SubscribeParams{URI: s.URI})
	case "unsubscribe":
		return nil, session.Unsubscribe(ctx, &mcp.UnsubscribeParams{URI: s.URI})
	case "set-log-level":
		return nil, session.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: mcp.LoggingLevel(s.Level)})
	case "ping":
		return nil, session.Ping(ctx, nil)
	case "set-roots":
		for _, root := range answer("roots").Roots {
			client.RemoveRoots(root.URI)
		}
		client.AddRoots(s.Roots...)
		return nil, nil
	case "listen":
		time.Sleep(time.Duration(*s.Ms) * time.Millisecond)
		return nil, nil
	case "close":
		return nil, session.Close()
	}
	return nil, errors.ErrUnsupported
}

func main() {
	if err := json.Unmarshal([]byte(os.Getenv("MCPCHECK_STEPS")), &steps); err != nil {
		panic(err)
	}
	out := json.NewEncoder(os.Stdout)
	for index, one := range steps {
		if one.Do == "" {
			continue
		}
		report := map[string]any{"step": index}
		if session == nil && one.Do != "connect" {
			report["ok"], report["error"] = false, map[string]any{"message": "not connected"}
		} else if result, err := perform(context.Background(), one); errors.Is(err, errors.ErrUnsupported) {
			report["unsupported"] = true
		} else if err != nil {
			var wire *jsonrpc.Error
			report["ok"], report["error"] = false, map[string]any{"message": err.Error()}
			if errors.As(err, &wire) {
				report["error"] = map[string]any{"code": wire.Code, "message": wire.Message}
			}
		} else {
			report["ok"], report["result"] = true, result
			if result == nil {
				report["result"] = map[string]any{}
			}
		}
		out.Encode(report)
	}
}
