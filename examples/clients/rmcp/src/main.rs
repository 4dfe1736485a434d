//! A driver for `mcpcheck run client` around the client of the crate rmcp, in both eras:
//!   mcpcheck run client --transport stdio,http -- rmcp-driver
#![allow(deprecated)]

mod auth;

use std::{env, sync::{Arc, Mutex}, time::Duration};

use rmcp::{
    ClientHandler, RoleClient, ServiceError,
    model::*,
    service::{ClientCacheConfig, ClientInitializeError, ClientLifecycleMode, ClientServiceExt, PeerRequestOptions, RequestContext, RunningService},
    transport::{StreamableHttpClientTransport, TokioChildProcess, streamable_http_client::StreamableHttpClientTransportConfig},
};
use serde_json::{Value, from_value, json, to_value};

#[derive(Clone)]
struct Driver {
    steps: Arc<Vec<Value>>,
    roots: Arc<Mutex<Value>>,
    /// There once a server has asked for a token.
    authorized: Option<auth::Authorized>,
    authorizations: u32,
}

impl Driver {
    fn answer(&self, what: &str) -> Value {
        self.steps.iter().find(|step| step["answer"] == what).cloned().unwrap_or(json!({}))
    }
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    from_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

impl ClientHandler for Driver {
    fn get_info(&self) -> ClientConfig {
        let capabilities = read(json!({"sampling": {}, "elicitation": {"form": {}}, "roots": {"listChanged": true}})).unwrap();
        ClientConfig::new(capabilities, Implementation::new("rmcp-driver", "1.0.0"))
    }

    async fn create_message(&self, _: CreateMessageRequestParams, _: RequestContext<RoleClient>) -> Result<CreateMessageResult, ErrorData> {
        let text = self.answer("sampling")["text"].as_str().unwrap_or("no").to_owned();
        read(json!({"role": "assistant", "model": "scripted", "content": {"type": "text", "text": text}}))
    }

    async fn create_elicitation(&self, _: ElicitRequestParams, _: RequestContext<RoleClient>) -> Result<ElicitResult, ErrorData> {
        let given = self.answer("elicitation");
        read(json!({"action": given["action"].as_str().unwrap_or("decline"), "content": given["content"]}))
    }

    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        read(json!({"roots": *self.roots.lock().unwrap()}))
    }
}

type Client = RunningService<RoleClient, Driver>;
type Outcome = Result<Option<Value>, Box<dyn std::error::Error>>;

async fn connect(driver: &Driver) -> Result<Client, Box<dyn std::error::Error>> {
    let mode = ClientLifecycleMode::Auto { preferred_versions: vec![ProtocolVersion::V_2026_07_28], legacy_version: None };
    if let Ok(url) = env::var("MCPCHECK_URL") {
        if let Some(client) = &driver.authorized {
            let transport = StreamableHttpClientTransport::with_client(client.clone(), StreamableHttpClientTransportConfig::with_uri(url));
            return Ok(driver.clone().serve_with_lifecycle(transport, mode).await?);
        }
        return Ok(driver.clone().serve_with_lifecycle(StreamableHttpClientTransport::from_uri(url), mode).await?);
    }
    let server: Value = serde_json::from_str(&env::var("MCPCHECK_SERVER")?)?;
    let mut command = tokio::process::Command::new(server["command"].as_str().unwrap_or(""));
    command.args(server["args"].as_array().into_iter().flatten().filter_map(Value::as_str));
    Ok(driver.clone().serve_with_lifecycle(TokioChildProcess::new(command)?, mode).await?)
}

async fn call_tool(client: &Client, step: &Value) -> Outcome {
    let params: CallToolRequestParams = from_value(json!({"name": step["name"], "arguments": step["arguments"]}))?;
    let Some(ms) = step["cancelAfterMs"].as_u64().or(step["timeoutMs"].as_u64()) else {
        return Ok(Some(to_value(client.call_tool(params).await?)?));
    };
    let mut options = PeerRequestOptions::default();
    options.timeout = Some(Duration::from_millis(ms));
    let request = ClientRequest::CallToolRequest(Request::new(params));
    Ok(Some(to_value(client.send_cancellable_request(request, options).await?.await_response().await?)?))
}

async fn perform(client: &mut Option<Client>, driver: &Driver, step: &Value) -> Outcome {
    let what = step["do"].as_str().unwrap_or("");
    if what == "connect" {
        *client = Some(connect(driver).await?);
        return Ok(Some(json!({})));
    }
    let uri = step["uri"].as_str().unwrap_or("").to_owned();
    let open = client.as_mut().ok_or("not connected")?;
    Ok(Some(match what {
        "list-tools" => json!({"tools": open.list_all_tools().await?}),
        "list-resources" => json!({"resources": open.list_all_resources().await?}),
        "list-resource-templates" => json!({"resourceTemplates": open.list_all_resource_templates().await?}),
        "list-prompts" => json!({"prompts": open.list_all_prompts().await?}),
        "call-tool" => return call_tool(open, step).await,
        "read-resource" => to_value(open.read_resource(from_value(json!({"uri": uri}))?).await?)?,
        "get-prompt" => to_value(open.get_prompt(from_value(json!({"name": step["name"], "arguments": step["arguments"]}))?).await?)?,
        "complete" => to_value(open.complete(from_value(json!({"ref": step["ref"], "argument": step["argument"]}))?).await?)?,
        "subscribe" => to_value(open.subscribe(from_value(json!({"uri": uri}))?).await?)?,
        "unsubscribe" => to_value(open.unsubscribe(from_value(json!({"uri": uri}))?).await?)?,
        "set-log-level" => to_value(open.set_level(from_value(json!({"level": step["level"]}))?).await?)?,
        "set-roots" => {
            *driver.roots.lock().unwrap() = step["roots"].clone();
            to_value(open.notify_roots_list_changed().await?)?
        }
        "listen" => {
            tokio::time::sleep(Duration::from_millis(step["ms"].as_u64().unwrap_or(0))).await;
            json!({})
        }
        "close" => {
            open.close().await?;
            json!({})
        }
        _ => return Ok(None),
    }))
}

/// What a server asks of who wants a token for what failed.
fn challenge(error: &(dyn std::error::Error + 'static)) -> Option<String> {
    let asked = match error.downcast_ref::<ServiceError>() {
        Some(failed) => failed.auth_challenge(),
        None => error.downcast_ref::<ClientInitializeError>().and_then(ClientInitializeError::auth_challenge),
    };
    asked.map(str::to_owned)
}

/// Does something again, with a new token, as often as a server asks for one; a server that always does is given up.
async fn performed(client: &mut Option<Client>, driver: &mut Driver, step: &Value) -> Outcome {
    let mut outcome = perform(client, driver, step).await;
    for _ in 0..2 {
        let Some(asked) = outcome.as_ref().err().and_then(|error| challenge(error.as_ref())) else { break };
        let url = env::var("MCPCHECK_URL")?;
        let known = driver.authorized.clone();
        let held = match &known {
            Some(client) => client.clone(),
            None => auth::unauthorized(&url).await?,
        };
        auth::authorize(&held, &url, &asked).await?;
        driver.authorized = Some(held);
        if let Some(open) = client.as_ref() {
            // What is private to one authorization is not for the next one: the library leaves it to the program to say so.
            driver.authorizations += 1;
            open.set_response_cache_config(ClientCacheConfig::default().with_private_partition(driver.authorizations.to_string())).await;
        }
        if known.is_none() && step["do"] != "connect" {
            *client = Some(connect(driver).await?);
        }
        outcome = perform(client, driver, step).await;
    }
    outcome
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let steps: Vec<Value> = serde_json::from_str(&env::var("MCPCHECK_STEPS")?)?;
    let mut driver = Driver { steps: Arc::new(steps.clone()), roots: Arc::default(), authorized: None, authorizations: 0 };
    *driver.roots.lock().unwrap() = driver.answer("roots").get("roots").cloned().unwrap_or(json!([]));
    let mut client = None;
    for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.get("do").is_some()) {
        let report = match performed(&mut client, &mut driver, step).await {
            Ok(Some(result)) => json!({"step": index, "ok": true, "result": if result.is_object() { result } else { json!({}) }}),
            Ok(None) => json!({"step": index, "unsupported": true}),
            Err(error) => {
                let code = match error.downcast_ref::<ServiceError>() {
                    Some(ServiceError::McpError(wire)) => json!(wire.code.0),
                    _ => Value::Null,
                };
                json!({"step": index, "ok": false, "error": {"code": code, "message": error.to_string()}})
            }
        };
        println!("{report}");
    }
    Ok(())
}
