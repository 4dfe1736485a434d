package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
)

const redirect = "http://localhost:39125/callback"

// asked is what the client has to be told once a server wants a token; before that it goes without.
func asked(known error) (transport.OAuthConfig, error) {
	var given struct {
		ClientID     string `json:"client_id"`
		ClientSecret string `json:"client_secret"`
		GrantType    string `json:"grant_type"`
	}
	err := json.Unmarshal([]byte(cmp.Or(os.Getenv("MCPCHECK_CONTEXT"), "{}")), &given)
	if given.GrantType == "client_credentials" {
		return transport.OAuthConfig{}, errors.New("this library has no client credentials")
	}
	return transport.OAuthConfig{
		ClientID:                     given.ClientID,
		ClientSecret:                 given.ClientSecret,
		RedirectURI:                  redirect,
		TokenStore:                   client.NewMemoryTokenStore(),
		ProtectedResourceMetadataURL: client.GetResourceMetadataURL(known),
		PKCEEnabled:                  true,
	}, err
}

// authorize gets a token with the consent of a user who always consents. Consent comes as a redirect, which is followed no further.
func authorize(ctx context.Context, handler *transport.OAuthHandler) error {
	verifier, err := client.GenerateCodeVerifier()
	if err != nil {
		return err
	}
	state, err := client.GenerateState()
	if err != nil {
		return err
	}
	if handler.GetClientID() == "" {
		if err := handler.RegisterClient(ctx, "mcpcheck driver"); err != nil {
			return err
		}
	}
	where, err := handler.GetAuthorizationURL(ctx, state, client.GenerateCodeChallenge(verifier))
	if err != nil {
		return err
	}
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page, err := browser.Get(where)
	if err != nil {
		return err
	}
	defer page.Body.Close()
	back, err := url.Parse(page.Header.Get("Location"))
	if err != nil {
		return err
	}
	said := back.Query()
	if said.Get("code") == "" {
		return errors.New("consent was refused: " + cmp.Or(said.Get("error"), page.Status))
	}
	return handler.ProcessAuthorizationResponse(ctx, said.Get("code"), said.Get("state"), verifier)
}
