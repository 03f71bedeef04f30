//! The description of the API for programs (OpenAPI), and the page that shows it.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::middleware::map_response;
use axum::response::Response;
use utoipa::OpenApi as _;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Components, OpenApi};
use utoipa_swagger_ui::SwaggerUi;

use super::App;

/// The page styles its elements one by one; everything it loads comes from this server.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The name of the scheme by which programs show who they are.
const TOKEN: &str = "token";

/// What the paths do not say of themselves.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Fearsome Floors",
        version = "1",
        description = "Tables, seats and games over HTTP and WebSocket. Errors have a code from a closed list, each with \
                       its own status; messages are for people and may change. Programs show who they are by `Authorization: Bearer TOKEN`, \
                       with commas between several tokens."
    ),
    tags(
        (name = "tables", description = "Making, finding and starting tables"),
        (name = "seats", description = "Taking, changing and handing over seats"),
        (name = "play", description = "Actions and what follows from them")
    )
)]
struct General;

/// The description without its paths.
pub(super) fn general() -> OpenApi {
    let mut general = General::openapi();
    let components = general.components.get_or_insert_with(Components::new);
    components.schemas.extend(protocol::schema::components());
    components.add_security_scheme(TOKEN, SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    // Whoever only watches needs none.
    general.security = Some(vec![SecurityRequirement::default(), SecurityRequirement::new(TOKEN, [""; 0])]);
    general
}

/// The description as JSON, and the page that shows it at `/api`.
pub(super) fn page(description: OpenApi) -> Router<App> {
    let page: Router<App> = SwaggerUi::new("/api").url("/api/v1/openapi.json", description).into();
    page.layer(map_response(async |mut response: Response| {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        response
    }))
}
