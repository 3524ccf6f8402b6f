//! What is shown while work takes long: a line on standard error, if that is a terminal, after one second.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that takes less is not shown. Larger: a user waits without a word. Smaller: the line flickers.
const SILENT: Duration = Duration::from_secs(1);

/// A bar or a spinner, which is cleared when this is dropped.
pub struct Progress {
    bar: ProgressBar,
    /// Wakes the thread that waits for the second to pass.
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Work with a name and without a known end.
    pub fn of(what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let progress = Self { waiting: shown_later(&bar), bar };
        progress.says(what);
        progress
    }

    /// Nothing is ever shown: for programs that ask for work of the command.
    pub fn silent() -> Self {
        Self { bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()), waiting: None }
    }

    /// The work is another one now.
    pub fn says(&self, what: &'static str) {
        let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}").expect("the template is valid");
        self.bar.set_style(style);
        self.bar.set_message(what);
    }

    /// So many of all are done, in words such as `pairs near each other`.
    pub fn shows(&self, done: usize, of: usize, what: &'static str) {
        if self.bar.length().is_none() {
            let template = "{bar:40} {percent:>3} %  {pos} of {len} {msg}  {eta} left";
            self.bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
            self.bar.set_message(what);
            self.bar.set_length(of as u64);
        }
        self.bar.set_position(done as u64);
    }

    /// From here on, so many things are counted.
    pub fn counts(&self, of: usize, what: &str) {
        let template = format!("{{bar:40}} {{pos}} of {{len}} {what}  {{elapsed}}  {{msg}}");
        self.bar.set_style(ProgressStyle::with_template(&template).expect("the template is valid"));
        self.bar.set_message("");
        self.bar.set_length(of as u64);
        self.bar.set_position(0);
    }

    /// One more of those that are counted is done.
    pub fn adds_one(&self) {
        self.bar.inc(1);
    }

    /// So many of those that are counted are done, and what is said behind the count.
    pub fn reaches(&self, done: usize, message: String) {
        self.bar.set_position(done as u64);
        self.bar.set_message(message);
    }

    /// Writes to standard error beside the bar.
    pub fn suspend(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    /// Nothing is shown any more.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.waiting.take() {
            drop(sender);
            // It has nothing to do but to wait, so it ends now.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

/// Shows the bar after a second, unless it is dropped before. `None` if standard error is no terminal, or the system
/// grants no thread.
fn shown_later(bar: &ProgressBar) -> Option<(Sender<()>, JoinHandle<()>)> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let (sender, receiver) = mpsc::channel();
    let bar = bar.clone();
    let show = move || {
        if receiver.recv_timeout(SILENT) == Err(RecvTimeoutError::Timeout) && !bar.is_finished() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            bar.enable_steady_tick(Duration::from_millis(200));
        }
    };
    Some((sender, thread::Builder::new().spawn(show).ok()?))
}
