import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientSseClientTransport;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * A driver for `mcpcheck run client` around the client of io.modelcontextprotocol.sdk:mcp:
 *   mcpcheck run client --transport stdio,http,sse -- java -jar target/java-sdk-driver.jar
 */
public final class Driver {

	private static final McpJsonMapper JSON = McpJsonDefaults.getMapper();
	private static List<Map<String, Object>> steps;
	private static McpAsyncClient client;

	@SuppressWarnings("unchecked")
	private static <T> T as(Object value) {
		return (T) value;
	}

	private static Map<String, Object> answer(String what) {
		return steps.stream().filter(step -> what.equals(step.get("answer"))).findFirst().orElse(Map.of());
	}

	private static List<McpSchema.Root> roots(Map<String, Object> step) {
		List<Map<String, String>> given = as(step.getOrDefault("roots", List.of()));
		return given.stream().map(root -> new McpSchema.Root(root.get("uri"), root.get("name"))).toList();
	}

	private static McpClientTransport transport() throws Exception {
		String url = System.getenv("MCPCHECK_URL");
		if (url == null) {
			Map<String, Object> server = as(JSON.readValue(System.getenv("MCPCHECK_SERVER"), Map.class));
			List<String> words = as(server.get("args"));
			return new StdioClientTransport(ServerParameters.builder((String) server.get("command")).args(words).build(), JSON);
		}
		URI where = URI.create(url);
		String base = where.getScheme() + "://" + where.getAuthority();
		return url.endsWith("/sse") ? HttpClientSseClientTransport.builder(base).sseEndpoint(where.getPath()).build()
				: HttpClientStreamableHttpTransport.builder(base).endpoint(where.getPath()).build();
	}

	private static Mono<?> connect() throws Exception {
		client = McpClient.async(transport())
			.requestTimeout(Duration.ofSeconds(3))
			.initializationTimeout(Duration.ofSeconds(30))
			.clientInfo(McpSchema.Implementation.builder("java-sdk-driver", "1.0.0").build())
			.capabilities(McpSchema.ClientCapabilities.builder().sampling().elicitation().roots(true).build())
			.roots(roots(answer("roots")))
			.enableCallToolSchemaCaching(true)
			.sampling(request -> Mono.just(McpSchema.CreateMessageResult
				.builder(McpSchema.Role.ASSISTANT, (String) answer("sampling").getOrDefault("text", "no"), "scripted")
				.build()))
			.elicitation(request -> {
				String action = (String) answer("elicitation").getOrDefault("action", "decline");
				return Mono.just(new McpSchema.ElicitResult(McpSchema.ElicitResult.Action.valueOf(action.toUpperCase()),
						as(answer("elicitation").get("content"))));
			})
			.build();
		return client.initialize();
	}

	private static Mono<?> complete(Map<String, Object> step) {
		Map<String, String> ref = as(step.get("ref")), argument = as(step.get("argument"));
		McpSchema.CompleteReference about = ref.containsKey("uri") ? new McpSchema.ResourceReference(ref.get("uri"))
				: new McpSchema.PromptReference(ref.get("name"));
		return client.completeCompletion(new McpSchema.CompleteRequest(about,
				new McpSchema.CompleteRequest.CompleteArgument(argument.get("name"), argument.get("value"))));
	}

	private static Mono<?> call(Map<String, Object> step) {
		Map<String, Object> arguments = as(step.getOrDefault("arguments", Map.of()));
		Mono<?> called = client.callTool(new McpSchema.CallToolRequest((String) step.get("name"), arguments));
		Object limit = step.getOrDefault("cancelAfterMs", step.get("timeoutMs"));
		return limit == null ? called : called.timeout(Duration.ofMillis(((Number) limit).longValue()));
	}

	/** What a step does, once somebody waits for it; null where the driver does not know the step. */
	private static Mono<?> perform(Map<String, Object> step) throws Exception {
		String name = (String) step.get("name"), uri = (String) step.get("uri");
		Map<String, Object> arguments = as(step.getOrDefault("arguments", Map.of()));
		switch ((String) step.get("do")) {
			case "connect": return connect();
			case "list-tools": return client.listTools();
			case "list-resources": return client.listResources();
			case "list-resource-templates": return client.listResourceTemplates();
			case "list-prompts": return client.listPrompts();
			case "call-tool": return call(step);
			case "get-prompt": return client.getPrompt(new McpSchema.GetPromptRequest(name, arguments));
			case "read-resource": return client.readResource(new McpSchema.ReadResourceRequest(uri));
			case "complete": return complete(step);
			case "subscribe": return client.subscribeResource(new McpSchema.SubscribeRequest(uri));
			case "unsubscribe": return client.unsubscribeResource(new McpSchema.UnsubscribeRequest(uri));
			case "ping": return client.ping();
			case "set-log-level": return client.setLoggingLevel(McpSchema.LoggingLevel.valueOf(((String) step.get("level")).toUpperCase()));
			case "set-roots":
				for (McpSchema.Root root : roots(answer("roots"))) client.removeRoot(root.uri()).block();
				for (McpSchema.Root root : roots(step)) client.addRoot(root).block();
				return Mono.empty();
			case "listen": return Mono.delay(Duration.ofMillis(((Number) step.get("ms")).longValue())).then();
			case "close": return client.closeGracefully();
			default: return null;
		}
	}

	public static void main(String[] words) throws Exception {
		steps = as(JSON.readValue(System.getenv("MCPCHECK_STEPS"), List.class));
		for (int index = 0; index < steps.size(); index++) {
			if (!steps.get(index).containsKey("do")) continue;
			Map<String, Object> report = new HashMap<>(Map.of("step", index));
			try {
				Mono<?> done = perform(steps.get(index));
				Object result = done == null ? null : done.block();
				report.putAll(done == null ? Map.of("unsupported", true) : Map.of("ok", true, "result", result == null ? Map.of() : result));
			}
			catch (Throwable error) {
				Map<String, Object> told = new HashMap<>(Map.of("message", String.valueOf(error.getMessage())));
				if (error instanceof McpError wire && wire.getJsonRpcError() != null) told.put("code", wire.getJsonRpcError().code());
				report.putAll(Map.of("ok", false, "error", told));
			}
			System.out.println(JSON.writeValueAsString(report));
		}
		System.exit(0);
	}

}
