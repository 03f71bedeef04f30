//! The board as a self-contained picture for other programs.

/// The parts of a picture, as the browser provides them.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// The visible part of the drawing.
    pub view_box: &'a str,
    /// The colours by their names in the style sheet.
    pub theme: &'a str,
    /// The rules of the style sheet.
    pub style: &'a str,
    /// The symbols that the layers use, as HTML.
    pub symbols: &'a str,
    /// The layers of the board, as HTML.
    pub layers: &'a str,
}

/// The size of the picture if the drawing does not specify one.
const USUAL_SIZE: (&str, &str) = ("1104", "786");

/// The picture as a file.
#[must_use]
pub fn picture(parts: &Parts<'_>) -> String {
    let Parts { view_box, theme, .. } = parts;
    let (width, height) = match view_box.split(' ').collect::<Vec<_>>()[..] {
        [_, _, width, height] => (width, height),
        _ => USUAL_SIZE,
    };
    let style = parts.style.replace('&', "&amp;").replace('<', "&lt;");
    let (symbols, layers) = (of_html(parts.symbols), of_html(parts.layers));
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" width="{width}" height="{height}" data-theme="{theme}"><style>{style}</style>{symbols}<g class="board">{layers}</g></svg>"#
    )
}

/// The one entity that browsers write into markup and that only HTML knows.
fn of_html(markup: &str) -> String {
    markup.replace("&nbsp;", "&#160;")
}

/// The address of the font, as the style sheet names it.
#[must_use]
pub fn font_address(style: &str) -> Option<&str> {
    let (_, rule) = style.split_once("@font-face")?;
    let (_, address) = rule.split_once("url(\"")?;
    address.split_once('"').map(|(address, _)| address)
}

/// The style sheet with its font embedded.
#[must_use]
pub fn with_font(style: &str, address: &str, base64: &str) -> String {
    style.replacen(address, &format!("data:font/woff2;base64,{base64}"), 1)
}
