//! Who a request comes from: tokens of programs, and the cookie of a browser.

use std::net::IpAddr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use protocol::ErrorCode;
use rules::notation::{from_hex, to_hex};

use super::App;
use super::error::ApiError;
use crate::game::Newcomer;
use crate::limits::Address;
use crate::listen::{Peer, is_trusted};
use crate::lots;
use crate::table::{Claims, Holder};

/// The name of the cookie.
const COOKIE_NAME: &str = "fearsome";

/// Browsers keep a cookie for at most 400 days.
const COOKIE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// The most tokens in one request.
const MOST_TOKENS: usize = 16;

/// Where a request comes from, according to the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    /// The pages of this server.
    Own,
    /// Pages of others: they must not use the cookie.
    Elsewhere,
    /// Not a page, or a navigation.
    Unknown,
}

/// Who a request comes from.
pub(crate) struct Identity {
    tokens: Vec<Holder>,
    cookie: Option<[u8; 32]>,
    from: Page,
    is_https: bool,
    /// The network address, for limits.
    pub(crate) address: Address,
}

/// Somebody who gets a seat or the right of a host, and the cookie to set.
pub(crate) struct Welcome {
    pub(crate) newcomer: Newcomer,
    pub(crate) set_cookie: Option<HeaderValue>,
}

impl Identity {
    /// What the request may use to read.
    pub(crate) fn reading(&self) -> Claims {
        self.claims(self.from != Page::Elsewhere)
    }

    /// What the request may use to change something.
    pub(crate) fn writing(&self) -> Claims {
        self.claims(self.from == Page::Own)
    }

    fn claims(&self, cookie_counts: bool) -> Claims {
        let cookie = self.cookie.filter(|_| cookie_counts).map(|cookie| Holder::of_cookie(&cookie));
        Claims { holders: self.tokens.iter().copied().chain(cookie).collect(), has_cookie: cookie.is_some() }
    }

    /// The same with more tokens.
    pub(crate) fn with_tokens(mut self, tokens: &[String]) -> Result<Identity, ApiError> {
        if self.tokens.len() + tokens.len() > MOST_TOKENS {
            return Err(too_many_tokens());
        }
        for token in tokens {
            self.tokens.push(holder(token)?);
        }
        Ok(self)
    }

    /// How somebody holds a seat who takes one with this request. Pages of this server get a cookie, others tokens.
    pub(crate) fn welcome(&self) -> Welcome {
        if self.from != Page::Own {
            return Welcome { newcomer: Newcomer::Program, set_cookie: None };
        }
        let cookie = self.cookie.unwrap_or_else(lots::token);
        let secure = if self.is_https { "; Secure" } else { "" };
        let text = format!(
            "{COOKIE_NAME}={}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}",
            to_hex(&cookie)
        );
        let mut set_cookie = HeaderValue::try_from(text).expect("a cookie consists of ASCII characters");
        set_cookie.set_sensitive(true);
        Welcome { newcomer: Newcomer::Browser(Holder::of_cookie(&cookie)), set_cookie: Some(set_cookie) }
    }
}

impl FromRequestParts<App> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Identity, ApiError> {
        Ok(Identity {
            tokens: bearer_tokens(&parts.headers)?,
            cookie: cookie(&parts.headers),
            from: origin(&parts.headers, app),
            is_https: app.public_url.as_ref().is_some_and(|url| url.is_https()),
            address: address(parts, app),
        })
    }
}

fn bearer_tokens(headers: &HeaderMap) -> Result<Vec<Holder>, ApiError> {
    let Some(value) = headers.get(AUTHORIZATION) else { return Ok(vec![]) };
    let wrong = || ApiError::new(ErrorCode::BadToken, "expected \"Authorization: Bearer TOKEN\"");
    let value = value.to_str().map_err(|_| wrong())?;
    let (scheme, tokens) = value.split_once(' ').ok_or_else(wrong)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(wrong());
    }
    let tokens: Vec<&str> = tokens.split(',').map(str::trim).collect();
    if tokens.len() > MOST_TOKENS {
        return Err(too_many_tokens());
    }
    tokens.into_iter().map(holder).collect()
}

fn holder(token: &str) -> Result<Holder, ApiError> {
    let secret = from_hex(token).ok_or_else(|| ApiError::new(ErrorCode::BadToken, "a token has 64 hexadecimal digits"));
    secret.map(|secret| Holder::of_token(&secret))
}

fn too_many_tokens() -> ApiError {
    ApiError::new(ErrorCode::BadToken, format!("a request has at most {MOST_TOKENS} tokens"))
}

fn cookie(headers: &HeaderMap) -> Option<[u8; 32]> {
    let lists = headers.get_all(COOKIE).iter().filter_map(|list| list.to_str().ok());
    let mut pairs = lists.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).and_then(|(_, value)| from_hex(value))
}

fn origin(headers: &HeaderMap, app: &App) -> Page {
    let Some(origin) = headers.get(ORIGIN) else { return Page::Unknown };
    let Ok(origin) = origin.to_str() else { return Page::Elsewhere };
    let is_own = match &app.public_url {
        Some(url) => origin.eq_ignore_ascii_case(url.origin()),
        None => {
            let host = headers.get(HOST).and_then(|host| host.to_str().ok());
            let authority = origin.split_once("://").map(|(_, authority)| authority);
            authority.is_some() && authority.map(str::to_ascii_lowercase) == host.map(str::to_ascii_lowercase)
        }
    };
    if is_own { Page::Own } else { Page::Elsewhere }
}

/// The network address of the client. Behind a proxy that is trusted, it is what the proxy says.
pub(crate) fn address(parts: &Parts, app: &App) -> Address {
    let peer = parts.extensions.get::<ConnectInfo<Peer>>().map(|ConnectInfo(Peer(address))| address.ip());
    let peer = peer.unwrap_or(IpAddr::from([127, 0, 0, 1]));
    let is_trusted = |address| is_trusted(&app.trusted_proxies, address);
    if !is_trusted(peer) {
        return peer.into();
    }
    let lists = parts.headers.get_all("x-forwarded-for").iter().filter_map(|list| list.to_str().ok());
    let mut forwarded: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
    // Each proxy adds who it was asked by. Whatever stands before the first stranger may be invented.
    while let Some(last) = forwarded.pop() {
        match last.parse::<IpAddr>() {
            Ok(address) if is_trusted(address) => {}
            Ok(address) => return address.into(),
            Err(_) => break,
        }
    }
    peer.into()
}
