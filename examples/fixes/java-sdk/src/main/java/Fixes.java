import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;

/** A server on io.modelcontextprotocol.sdk:mcp 2.x. `mcpcheck explain` shows its regions as ways to fix what a check found. */
public final class Fixes {

	// #region definition
	static SyncToolSpecification upper() {
		Map<String, Object> text = Map.of("type", "string", "description", "the text to write in capitals");
		Tool tool = Tool.builder()
			.name("upper")
			.title("Upper case")
			.description("Writes a text in capitals")
			.inputSchema(Map.of("type", "object", "properties", Map.of("text", text), "required", List.of("text")))
			.annotations(ToolAnnotations.builder().readOnlyHint(true).build())
			.build();
		return SyncToolSpecification.builder().tool(tool).callHandler((exchange, request) -> {
			String given = (String) request.arguments().get("text");
			return CallToolResult.builder().addTextContent(given.toUpperCase()).build();
		}).build();
	}
	// #endregion

	// #region failure
	static SyncToolSpecification divide() {
		Map<String, Object> numbers = Map.of("a", Map.of("type", "number", "description", "what is divided"), "b",
				Map.of("type", "number", "description", "what it is divided by"));
		Tool tool = Tool.builder()
			.name("divide")
			.description("Divides one number by another")
			.inputSchema(Map.of("type", "object", "properties", numbers, "required", List.of("a", "b")))
			.annotations(ToolAnnotations.builder().readOnlyHint(true).build())
			.build();
		return SyncToolSpecification.builder().tool(tool).callHandler((exchange, request) -> {
			double a = ((Number) request.arguments().get("a")).doubleValue();
			double b = ((Number) request.arguments().get("b")).doubleValue();
			if (b == 0) {
				// A result with isError reaches the model, which can try again with something else.
				return CallToolResult.builder().isError(true).addTextContent("b must not be 0").build();
			}
			return CallToolResult.builder().addTextContent(String.valueOf(a / b)).build();
		}).build();
	}
	// #endregion

	// #region structured
	static SyncToolSpecification measure() {
		Map<String, Object> text = Map.of("type", "string", "description", "the text to measure");
		Map<String, Object> characters = Map.of("type", "integer");
		Tool tool = Tool.builder()
			.name("measure")
			.description("Says how long a text is")
			.inputSchema(Map.of("type", "object", "properties", Map.of("text", text), "required", List.of("text")))
			.outputSchema(Map.of("type", "object", "properties", Map.of("characters", characters), "required", List.of("characters")))
			.annotations(ToolAnnotations.builder().readOnlyHint(true).build())
			.build();
		return SyncToolSpecification.builder().tool(tool).callHandler((exchange, request) -> {
			int length = ((String) request.arguments().get("text")).length();
			return CallToolResult.builder()
				.structuredContent(Map.of("characters", length))
				.addTextContent("{\"characters\":" + length + "}")
				.build();
		}).build();
	}
	// #endregion

	// #region progress
	static SyncToolSpecification count() {
		Map<String, Object> to = Map.of("type", "integer", "minimum", 1, "maximum", 100, "description", "the last number");
		Tool tool = Tool.builder()
			.name("count")
			.description("Counts up to a number")
			.inputSchema(Map.of("type", "object", "properties", Map.of("to", to), "required", List.of("to")))
			.annotations(ToolAnnotations.builder().readOnlyHint(true).build())
			.build();
		return SyncToolSpecification.builder().tool(tool).callHandler((exchange, request) -> {
			int last = ((Number) request.arguments().get("to")).intValue();
			Object token = request.meta() == null ? null : request.meta().get("progressToken");
			for (int number = 1; number <= last && token != null; number++) {
				exchange.progressNotification(ProgressNotification.builder(token, number).total((double) last).build());
			}
			return CallToolResult.builder().addTextContent("counted to " + last).build();
		}).build();
	}
	// #endregion

	public static void main(String[] args) {
		// #region logs
		// Standard output is for messages of the protocol alone: never System.out, and loggers write to standard error.
		System.err.println("ready");
		// #endregion

		// #region server-info
		McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
			.serverInfo("fixes-java", "1.0.0")
			.tools(upper(), divide(), measure(), count())
			.build();
		// #endregion
	}

}
