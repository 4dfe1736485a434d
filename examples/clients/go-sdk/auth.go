package main

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/auth/extauth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

const redirect = "http://localhost:39124/callback"

// given is what a scenario hands out beforehand.
type given struct {
	ClientID    string `json:"client_id"`
	Secret      string `json:"client_secret"`
	Issuer      string `json:"issuer"`
	GrantType   string `json:"grant_type"`
	MetadataURL string `json:"client_metadata_url"`
}

// consent is a user who always consents. Consent comes as a redirect, which is followed no further.
func consent(_ context.Context, asked *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page, err := browser.Get(asked.URL)
	if err != nil {
		return nil, err
	}
	defer page.Body.Close()
	back, err := url.Parse(page.Header.Get("Location"))
	if err != nil {
		return nil, err
	}
	said := back.Query()
	return &auth.AuthorizationResult{Code: said.Get("code"), State: said.Get("state"), Iss: said.Get("iss")}, nil
}

// authorization is who gets tokens: a user's consent, or the client's own credentials by the library's handler for that.
func authorization() (auth.OAuthHandler, error) {
	var own given
	if err := json.Unmarshal([]byte(cmp.Or(os.Getenv("MCPCHECK_CONTEXT"), "{}")), &own); err != nil {
		return nil, err
	}
	var known *oauthex.ClientCredentials
	if own.ClientID != "" {
		known = &oauthex.ClientCredentials{ClientID: own.ClientID, Issuer: own.Issuer}
		if own.Secret != "" {
			known.ClientSecretAuth = &oauthex.ClientSecretAuth{ClientSecret: own.Secret}
		}
	}
	if own.GrantType == "client_credentials" {
		return extauth.NewClientCredentialsHandler(&extauth.ClientCredentialsHandlerConfig{Credentials: known})
	}
	config := &auth.AuthorizationCodeHandlerConfig{
		PreregisteredClient: known,
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName:   "mcpcheck driver",
			RedirectURIs: []string{redirect},
			GrantTypes:   []string{"authorization_code", "refresh_token"},
		}},
		RedirectURL:              redirect,
		AuthorizationCodeFetcher: consent,
		RequestRefreshToken:      true,
	}
	if own.MetadataURL != "" {
		config.ClientIDMetadataDocumentConfig = &auth.ClientIDMetadataDocumentConfig{URL: own.MetadataURL}
	}
	return auth.NewAuthorizationCodeHandler(config)
}
