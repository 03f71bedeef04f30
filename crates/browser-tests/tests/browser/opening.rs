//! Opening the site: languages, colours, addresses.

use browser_tests::{Scheme, with_page};

#[test]
fn home_opens_in_the_language_of_the_browser() {
    for (language, expected) in [("en", "en"), ("de-AT,de", "de"), ("fr-CA,fr", "fr"), ("nl,fr", "fr"), ("ja", "en")] {
        with_page(async |page| {
            page.language(language).await;
            page.open("").await;
            assert_eq!(page.eval::<String>("document.documentElement.lang").await, expected, "{language}");
            assert_eq!(page.eval::<String>("document.title").await, "Fearsome Floors");
        });
    }
}

#[test]
fn the_server_says_what_the_page_may_do() {
    with_page(async |page| {
        page.open("").await;
        let policy: String =
            page.eval("fetch('./').then((answer) => answer.headers.get('content-security-policy'))").await;
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    });
}

#[test]
fn a_violation_of_the_policy_is_noticed() {
    with_page(async |page| {
        page.open("").await;
        page.eval::<()>("document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">'); undefined").await;
        let console = page.console().await;
        assert!(console.iter().any(|line| line.contains("Content Security Policy")), "{console:?}");
        page.forget_console().await;
    });
}

#[test]
fn what_could_not_be_fetched_is_fetched_when_asked_again() {
    let no_network = "{ const real = window.fetch; window.fetch = (address, ...rest) => \
        `${address}`.includes('split_study') && !window.hasNetwork ? Promise.reject(new TypeError('no network')) : real(address, ...rest); }";
    with_page(async |page| {
        page.before_load(no_network).await;
        page.open("#/about").await;
        page.wait_for("document.querySelector('main.loading [role=alert]')").await;
        page.eval::<()>("window.hasNetwork = true; undefined").await;
        page.click("[data-do=again]").await;
        page.wait_for("document.querySelector('main.about')").await;
        // The first attempt is told there, too.
        page.forget_console().await;
    });
}

#[test]
fn the_colours_follow_the_system() {
    with_page(async |page| {
        for scheme in [Scheme::Light, Scheme::Dark] {
            page.theme(scheme).await;
            page.open("").await;
            assert_eq!(page.eval::<String>("document.documentElement.dataset.theme").await, scheme.name());
        }
        page.theme(Scheme::Light).await;
        page.wait_for("document.documentElement.dataset.theme === 'light'").await;
    });
}

#[test]
fn an_address_that_leads_nowhere_shows_home() {
    with_page(async |page| {
        page.open("#/nowhere").await;
        page.wait_for("document.querySelector('main.home')").await;
    });
}
