//! A WebSocket to a table. It only carries messages; the table decides what they mean.

use leptos::prelude::*;
use protocol::{ClientMessage, GameId, ServerMessage};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, MessageEvent, WebSocket};

use crate::table::remote::{Input, SocketId};

/// An open socket, or one that is being opened. Dropped, it is closed and says nothing any more.
pub(crate) struct Socket {
    id: SocketId,
    socket: WebSocket,
    // Called by the browser for as long as they are here.
    _on_open: Closure<dyn Fn(Event)>,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_close: Closure<dyn Fn(Event)>,
}

impl Socket {
    /// Opens a socket; `tell` hears what happens to it.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub(crate) fn open(id: SocketId, game: GameId, tell: impl Fn(Input) + Clone + 'static) -> Result<Socket, JsValue> {
        let socket = WebSocket::new(&address(game)?)?;
        let opened = tell.clone();
        let on_open = Closure::<dyn Fn(Event)>::new(move |_| opened(Input::Opened(id)));
        let said = tell.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            said(match serde_json::from_str::<ServerMessage>(&text) {
                Ok(message) => Input::Said(id, Box::new(message)),
                Err(_) => Input::Gibberish(id),
            });
        });
        // After an error a socket is closed as well.
        let on_close = Closure::<dyn Fn(Event)>::new(move |_| tell(Input::Closed(id)));
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Ok(Socket { id, socket, _on_open: on_open, _on_message: on_message, _on_close: on_close })
    }

    /// Which socket it is.
    pub(crate) fn id(&self) -> SocketId {
        self.id
    }

    /// Sends a message. Whether it arrives, only an answer shows.
    pub(crate) fn send(&self, message: &ClientMessage) {
        let text = serde_json::to_string(message).expect("plain data can always be written");
        // Fails while it is being opened; nothing is sent then.
        let _ = self.socket.send_with_str(&text);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        // Fails only for codes that are not allowed, and none is given.
        let _ = self.socket.close();
    }
}

/// Where the page came from, with another scheme.
fn address(game: GameId) -> Result<String, JsValue> {
    let location = window().location();
    let scheme = if location.protocol()? == "https:" { "wss:" } else { "ws:" };
    let (host, path) = (location.host()?, location.pathname()?);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    Ok(format!("{scheme}//{host}{folder}/api/v1/games/{game}/live"))
}
