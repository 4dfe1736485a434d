//! A server on rmcp 3.x. `mcpcheck explain` shows its regions as ways to fix what a check found.

use rmcp::{
    ErrorData, Json, Peer, RoleServer, ServerHandler, ServiceExt,
    handler::server::wrapper::Parameters,
    model::{
        CallToolResult, ContentBlock, Implementation, ProgressNotificationParam, RequestMetaObject, ServerCapabilities,
        ServerConfig,
    },
    schemars::{self, JsonSchema},
    tool, tool_handler, tool_router,
};
use serde::{Deserialize, Serialize};

struct Server;

// #region definition
#[derive(Deserialize, JsonSchema)]
struct UpperArgs {
    #[schemars(description = "the text to write in capitals")]
    text: String,
}

#[tool_router(router = upper_tools)]
impl Server {
    #[tool(
        title = "Upper case",
        description = "Writes a text in capitals",
        annotations(read_only_hint = true)
    )]
    async fn upper(&self, Parameters(args): Parameters<UpperArgs>) -> String {
        args.text.to_uppercase()
    }
}
// #endregion

// #region failure
#[derive(Deserialize, JsonSchema)]
struct DivideArgs {
    #[schemars(description = "what is divided")]
    a: f64,
    #[schemars(description = "what it is divided by")]
    b: f64,
}

#[tool_router(router = divide_tools)]
impl Server {
    #[tool(description = "Divides one number by another", annotations(read_only_hint = true))]
    async fn divide(&self, Parameters(args): Parameters<DivideArgs>) -> CallToolResult {
        if args.b == 0.0 {
            // A result with isError reaches the model, which can try again with something else; an Err of ErrorData does not.
            return CallToolResult::error(vec![ContentBlock::text("b must not be 0")]);
        }
        CallToolResult::success(vec![ContentBlock::text((args.a / args.b).to_string())])
    }
}
// #endregion

// #region structured
#[derive(Deserialize, JsonSchema)]
struct MeasureArgs {
    #[schemars(description = "the text to measure")]
    text: String,
}

#[derive(Serialize, JsonSchema)]
struct Measured {
    characters: usize,
}

#[tool_router(router = measure_tools)]
impl Server {
    // The output schema is made from the type inside Json, and both forms of the result from the value.
    #[tool(description = "Says how long a text is", annotations(read_only_hint = true))]
    async fn measure(&self, Parameters(args): Parameters<MeasureArgs>) -> Json<Measured> {
        Json(Measured {
            characters: args.text.chars().count(),
        })
    }
}
// #endregion

// #region progress
#[derive(Deserialize, JsonSchema)]
struct CountArgs {
    #[schemars(description = "the last number", range(min = 1, max = 100))]
    to: u32,
}

#[tool_router(router = count_tools)]
impl Server {
    #[tool(description = "Counts up to a number", annotations(read_only_hint = true))]
    async fn count(
        &self,
        Parameters(args): Parameters<CountArgs>,
        meta: RequestMetaObject,
        client: Peer<RoleServer>,
    ) -> Result<String, ErrorData> {
        if let Some(token) = meta.get_progress_token() {
            for number in 1..=args.to {
                let progress = ProgressNotificationParam::new(token.clone(), number.into()).with_total(args.to.into());
                client
                    .notify_progress(progress)
                    .await
                    .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
            }
        }
        Ok(format!("counted to {}", args.to))
    }
}
// #endregion

// #region server-info
#[tool_handler(router = (Server::upper_tools() + Server::divide_tools() + Server::measure_tools() + Server::count_tools()))]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("fixes-rmcp", "1.0.0"))
    }
}
// #endregion

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // #region logs
    // Standard output is for messages of the protocol alone.
    eprintln!("ready");
    // #endregion

    let running = Server.serve(rmcp::transport::stdio()).await?;
    running.waiting().await?;
    Ok(())
}
