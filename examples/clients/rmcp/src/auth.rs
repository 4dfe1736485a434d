//! What a program around rmcp adds for authorization: a user who always consents, or credentials of its own.
use std::{env, error::Error};

use reqwest::{Client, Url, header::LOCATION, redirect::Policy};
use rmcp::transport::{
    AuthClient, AuthorizationManager, AuthorizationSession,
    auth::{AuthorizationRequest, ClientCredentialsConfig, JwtSigningAlgorithm, OAuthState, WWWAuthenticateParams},
};
use serde_json::{Value, from_str};

const REDIRECT: &str = "http://localhost:39126/callback";

pub type Authorized = AuthClient<Client>;
type Done = Result<(), Box<dyn Error>>;

/// A client without a token, which asks for none by itself.
pub async fn unauthorized(url: &str) -> Result<Authorized, Box<dyn Error>> {
    Ok(AuthClient::new(Client::default(), AuthorizationManager::new(url).await?))
}

/// Gets the token that a server's challenge asks for. Where there is none to be had, a token that was refused is let go, and one that
/// only allows too little is kept.
pub async fn authorize(client: &Authorized, url: &str, challenge: &str) -> Done {
    let mut held = client.auth_manager.lock().await;
    let mut state = OAuthState::Unauthorized(std::mem::replace(&mut *held, AuthorizationManager::new(url).await?));
    let asked = WWWAuthenticateParams::parse(challenge, &Url::parse(url)?);
    let done = answer(&mut state, url, challenge, &asked).await;
    match state {
        OAuthState::Authorized(manager) => *held = manager,
        OAuthState::Unauthorized(manager) if asked.is_insufficient_scope() => *held = manager,
        OAuthState::Session(session) if asked.is_insufficient_scope() => *held = session.auth_manager,
        _ => {}
    }
    done
}

async fn answer(state: &mut OAuthState, url: &str, challenge: &str, asked: &WWWAuthenticateParams) -> Done {
    let given: Value = from_str(&env::var("MCPCHECK_CONTEXT").unwrap_or("{}".into()))?;
    if given["grant_type"] == "client_credentials" {
        return Ok(state.authenticate_client_credentials(own(&given, url)?).await?);
    }
    if asked.is_insufficient_scope() {
        more(state, asked.scope.as_deref().unwrap_or("")).await?;
    } else {
        state.start_authorization(request(&given, challenge)).await?;
    }
    // Consent comes as a redirect, which is followed no further.
    let browser = Client::builder().redirect(Policy::none()).build()?;
    let page = browser.get(state.get_authorization_url().await?).send().await?;
    let back = page.headers().get(LOCATION).ok_or("the user was not sent back")?;
    Ok(state.handle_callback_url(back.to_str()?).await?)
}

/// Asks the user for more scopes with the id and the metadata that are there.
async fn more(state: &mut OAuthState, scope: &str) -> Done {
    if let OAuthState::Unauthorized(manager) = state {
        let page = manager.request_scope_upgrade(scope).await?;
        let empty = AuthorizationManager::new(REDIRECT).await?;
        let manager = std::mem::replace(manager, empty);
        *state = OAuthState::Session(AuthorizationSession::for_scope_upgrade(manager, page, REDIRECT));
    }
    Ok(())
}

fn request(given: &Value, challenge: &str) -> AuthorizationRequest {
    let mut request = AuthorizationRequest::new(REDIRECT)
        .with_client_name("mcpcheck driver")
        .with_initial_scope_selection()
        .with_challenge(challenge);
    request.client_id = text(given, "client_id");
    request.client_secret = text(given, "client_secret");
    request.client_metadata_url = text(given, "client_metadata_url");
    request
}

fn own(given: &Value, url: &str) -> Result<ClientCredentialsConfig, Box<dyn Error>> {
    let client_id = text(given, "client_id").ok_or("no client_id")?;
    let resource = Some(url.to_owned());
    let Some(key) = text(given, "private_key_pem") else {
        let client_secret = text(given, "client_secret").ok_or("no client_secret")?;
        return Ok(ClientCredentialsConfig::ClientSecret { client_id, client_secret, scopes: vec![], resource });
    };
    let signing_algorithm = match given["signing_algorithm"].as_str() {
        Some("RS256") => JwtSigningAlgorithm::RS256,
        _ => JwtSigningAlgorithm::ES256,
    };
    let signing_key = key.into_bytes();
    Ok(ClientCredentialsConfig::PrivateKeyJwt { client_id, signing_key, signing_algorithm, token_endpoint_audience: None, scopes: vec![], resource })
}

fn text(given: &Value, name: &str) -> Option<String> {
    given[name].as_str().map(str::to_owned)
}
