// A server on github.com/modelcontextprotocol/go-sdk 1.x. `mcpcheck explain` shows its regions as ways to fix what a check found.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	// #region server-info
	server := mcp.NewServer(&mcp.Implementation{Name: "fixes-go", Version: "1.0.0"}, nil)
	// #endregion

	// #region definition
	type upperArgs struct {
		Text string `json:"text" jsonschema:"the text to write in capitals"`
	}
	mcp.AddTool(server, &mcp.Tool{
		Name:        "upper",
		Title:       "Upper case",
		Description: "Writes a text in capitals",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, func(_ context.Context, _ *mcp.CallToolRequest, args upperArgs) (*mcp.CallToolResult, any, error) {
		text := strings.ToUpper(args.Text)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	})
	// #endregion

	// #region failure
	type divideArgs struct {
		A float64 `json:"a" jsonschema:"what is divided"`
		B float64 `json:"b" jsonschema:"what it is divided by"`
	}
	mcp.AddTool(server, &mcp.Tool{
		Name:        "divide",
		Description: "Divides one number by another",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, func(_ context.Context, _ *mcp.CallToolRequest, args divideArgs) (*mcp.CallToolResult, any, error) {
		if args.B == 0 {
			// It becomes a result with isError, which reaches the model: it can try again with something else.
			return nil, nil, errors.New("b must not be 0")
		}
		text := fmt.Sprint(args.A / args.B)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	})
	// #endregion

	// #region structured
	type measureArgs struct {
		Text string `json:"text" jsonschema:"the text to measure"`
	}
	type measured struct {
		Characters int `json:"characters"`
	}
	mcp.AddTool(server, &mcp.Tool{
		Name:        "measure",
		Description: "Says how long a text is",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, func(_ context.Context, _ *mcp.CallToolRequest, args measureArgs) (*mcp.CallToolResult, measured, error) {
		// The output schema is made from the type, and both forms of the result from the value.
		return nil, measured{Characters: len([]rune(args.Text))}, nil
	})
	// #endregion

	// #region progress
	type countArgs struct {
		To int `json:"to" jsonschema:"the last number"`
	}
	mcp.AddTool(server, &mcp.Tool{
		Name:        "count",
		Description: "Counts up to a number",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, func(ctx context.Context, request *mcp.CallToolRequest, args countArgs) (*mcp.CallToolResult, any, error) {
		token := request.Params.GetProgressToken()
		for number := 1; number <= args.To && token != nil && ctx.Err() == nil; number++ {
			params := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(number), Total: float64(args.To)}
			if err := request.Session.NotifyProgress(ctx, params); err != nil {
				return nil, nil, err
			}
		}
		text := fmt.Sprintf("counted to %d", args.To)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	})
	// #endregion

	// #region logs
	// Standard output is for messages of the protocol alone; the package log writes to standard error.
	log.Print("ready")
	// #endregion

	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
