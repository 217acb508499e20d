//! Figures for Prometheus.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the latency buckets, microseconds.
const BUCKETS: [u64; 10] =
    [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_500_000];

/// Counters of the HTTP side. Cheap to clone; counting never waits.
#[derive(Clone, Default)]
pub struct Metrics {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Answers by hundreds of the status: 1xx to 5xx.
    answers: [AtomicU64; 5],
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

/// What is read at the moment of a scrape.
pub struct Gauge {
    /// Name without the prefix.
    pub name: &'static str,
    /// What it says.
    pub help: &'static str,
    /// Counts only upwards.
    pub counter: bool,
    /// Which one of several it is of: name and value of a label.
    pub label: Option<(&'static str, &'static str)>,
    /// The value.
    pub value: u64,
}

impl Metrics {
    /// Notes an answer.
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
        writeln!(out, "# HELP pointhouse_http_answers_total Answers by class of status.")?;
        writeln!(out, "# TYPE pointhouse_http_answers_total counter")?;
        for (class, answers) in ["1xx", "2xx", "3xx", "4xx", "5xx"].iter().zip(&self.inner.answers)
        {
            let value = answers.load(Ordering::Relaxed);
            writeln!(out, "pointhouse_http_answers_total{{status=\"{class}\"}} {value}")?;
        }
        writeln!(out, "# HELP pointhouse_http_seconds Time to answer.")?;
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
                writeln!(out, "# HELP pointhouse_{} {}", gauge.name, gauge.help)?;
                writeln!(out, "# TYPE pointhouse_{} {kind}", gauge.name)?;
                described = gauge.name;
            }
            write!(out, "pointhouse_{}", gauge.name)?;
            if let Some((label, value)) = gauge.label {
                write!(out, "{{{label}=\"{value}\"}}")?;
            }
            writeln!(out, " {}", gauge.value)?;
        }
        Ok(())
    }
}
