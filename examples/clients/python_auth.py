"""What a program around a Python library adds for authorization: a user who always consents, and a store that ends with the program."""

import asyncio
import json
import os
from http.client import HTTPConnection
from urllib.parse import parse_qs, urlsplit

from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.extensions.client_credentials import (
    ClientCredentialsOAuthProvider,
    PrivateKeyJWTOAuthProvider,
    SignedJWTParameters,
)
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata

try:
    from mcp.shared.auth import AuthorizationCodeResult
except ImportError:  # 1.x takes code and state
    AuthorizationCodeResult = None

CONTEXT = json.loads(os.environ.get("MCPCHECK_CONTEXT", "{}"))
REDIRECT = "http://localhost:39124/callback"

# Only where a server asks for tokens: the package's provider lets no second request out before the first has an answer.
WANTED = os.environ.get("MCPCHECK_SCENARIO", "").startswith("auth.")


class Store:
    """What a client keeps: in memory."""

    def __init__(self):
        self.tokens = None
        known = CONTEXT.get("client_id")
        self.client = known and OAuthClientInformationFull(
            client_id=known, client_secret=CONTEXT.get("client_secret"), redirect_uris=[REDIRECT], issuer=CONTEXT.get("issuer")
        )

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


class ConsentingUser:
    """Consent comes as a redirect, which is followed no further."""

    def visit(self, url):
        parts = urlsplit(url)
        connection = HTTPConnection(parts.netloc)
        connection.request("GET", f"{parts.path}?{parts.query}")
        answer = connection.getresponse()
        connection.close()
        self.back = {name: values[0] for name, values in parse_qs(urlsplit(answer.getheader("location", "")).query).items()}

    async def redirect(self, url):
        await asyncio.to_thread(self.visit, url)

    async def callback(self):
        code, state, iss = (self.back.get(name) for name in ("code", "state", "iss"))
        if AuthorizationCodeResult is None:
            return code, state
        if code is None:
            raise RuntimeError("the user was sent back without a code")
        return AuthorizationCodeResult(code=code, state=state, iss=iss)


def signed_assertions():
    """Says who the client is by its own key."""
    name = CONTEXT["client_id"]
    key, algorithm = CONTEXT["private_key_pem"], CONTEXT["signing_algorithm"]
    return SignedJWTParameters(
        issuer=name, subject=name, signing_key=key, signing_algorithm=algorithm
    ).create_assertion_provider()


def auth_provider(url):
    """Who gets tokens: a user's consent, or the client's own credentials by the library's providers for that."""
    if not WANTED:
        return None
    if CONTEXT.get("grant_type") == "client_credentials":
        own = {"server_url": url, "storage": Store(), "client_id": CONTEXT["client_id"], "issuer": CONTEXT["issuer"]}
        if "private_key_pem" in CONTEXT:
            return PrivateKeyJWTOAuthProvider(**own, assertion_provider=signed_assertions())
        return ClientCredentialsOAuthProvider(**own, client_secret=CONTEXT["client_secret"])
    user = ConsentingUser()
    metadata = OAuthClientMetadata(client_name="mcpcheck driver", redirect_uris=[REDIRECT])
    return OAuthClientProvider(
        url,
        metadata,
        Store(),
        redirect_handler=user.redirect,
        callback_handler=user.callback,
        client_metadata_url=CONTEXT.get("client_metadata_url"),
    )
