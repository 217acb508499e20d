//! Metrics in the Prometheus text format.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the latency buckets, in microseconds.
const BUCKETS: [u64; 10] =
    [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_500_000];

/// Counters of HTTP requests. Cheap to clone; counting is lock-free.
#[derive(Clone, Default)]
pub struct Metrics {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Responses by status class: 1xx to 5xx.
    answers: [AtomicU64; 5],
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

/// A value that is read at the time of a scrape.
pub struct Gauge {
    /// Name without the prefix; names of the process have none.
    pub name: &'static str,
    /// Help text.
    pub help: &'static str,
    /// True for a counter, which never decreases.
    pub counter: bool,
    /// Name and value of a label.
    pub label: Option<(&'static str, &'static str)>,
    /// The value.
    pub value: Value,
}

/// A value in base units.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A number, or bytes.
    Whole(u64),
    /// Seconds.
    Seconds(Duration),
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Whole(number)
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Seconds(time) => time.as_secs_f64().fmt(f),
        }
    }
}

/// Metrics of the process have the names that dashboards of other programs use, too.
fn prefix(name: &str) -> &'static str {
    if name.starts_with("process_") { "" } else { "pointhouse_" }
}

impl Metrics {
    /// Counts a response.
    pub fn note(&self, status: u16, took: Duration) {
        let class = usize::from(status / 100).saturating_sub(1);
        if let Some(answers) = self.inner.answers.get(class) {
            answers.fetch_add(1, Ordering::Relaxed);
        }
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.inner.count.fetch_add(1, Ordering::Relaxed);
        self.inner.micros.fetch_add(micros, Ordering::Relaxed);
        for (bound, bucket) in BUCKETS.iter().zip(&self.inner.buckets) {
            if micros <= *bound {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// The text of a scrape.
    pub fn text(&self, gauges: &[Gauge]) -> String {
        let mut out = String::with_capacity(4096);
        self.write(&mut out, gauges).unwrap_or_default();
        out
    }

    fn write(&self, out: &mut String, gauges: &[Gauge]) -> std::fmt::Result {
        writeln!(out, "# HELP pointhouse_http_answers_total HTTP responses by status class.")?;
        writeln!(out, "# TYPE pointhouse_http_answers_total counter")?;
        for (class, answers) in ["1xx", "2xx", "3xx", "4xx", "5xx"].iter().zip(&self.inner.answers)
        {
            let value = answers.load(Ordering::Relaxed);
            writeln!(out, "pointhouse_http_answers_total{{status=\"{class}\"}} {value}")?;
        }
        writeln!(out, "# HELP pointhouse_http_seconds HTTP response time in seconds.")?;
        writeln!(out, "# TYPE pointhouse_http_seconds histogram")?;
        for (bound, bucket) in BUCKETS.iter().zip(&self.inner.buckets) {
            let value = bucket.load(Ordering::Relaxed);
            let seconds = Duration::from_micros(*bound).as_secs_f64();
            writeln!(out, "pointhouse_http_seconds_bucket{{le=\"{seconds}\"}} {value}")?;
        }
        let count = self.inner.count.load(Ordering::Relaxed);
        let sum = Duration::from_micros(self.inner.micros.load(Ordering::Relaxed)).as_secs_f64();
        writeln!(out, "pointhouse_http_seconds_bucket{{le=\"+Inf\"}} {count}")?;
        writeln!(out, "pointhouse_http_seconds_sum {sum}")?;
        writeln!(out, "pointhouse_http_seconds_count {count}")?;
        let mut described = "";
        for gauge in gauges {
            let kind = if gauge.counter { "counter" } else { "gauge" };
            if described != gauge.name {
                writeln!(out, "# HELP {}{} {}", prefix(gauge.name), gauge.name, gauge.help)?;
                writeln!(out, "# TYPE {}{} {kind}", prefix(gauge.name), gauge.name)?;
                described = gauge.name;
            }
            write!(out, "{}{}", prefix(gauge.name), gauge.name)?;
            if let Some((label, value)) = gauge.label {
                write!(out, "{{{label}=\"{value}\"}}")?;
            }
            writeln!(out, " {}", gauge.value)?;
        }
        Ok(())
    }
}
