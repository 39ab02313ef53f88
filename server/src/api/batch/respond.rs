//! The beginning of a response to `POST`.

use super::formats::Formats;
use super::memory::Bodies;
use super::out::Out;
use super::payer::Payer;
use super::run::{self, Job};
use super::source::{MAX_BODY_BYTES, Source, too_large};
use super::work::Batch;
use crate::api::long_responses::{LongResponses, failed};
use crate::api::prelude::*;
use hyper::Response;
use hyper::header::{self, HeaderValue};
use tokio::sync::{mpsc, oneshot};
use web::body::ResponseBody;
use web::coding::Encoder;
use web::compute::PIECES_AHEAD;
use web::upload::Upload;

/// Begins to read the body and to compute results. The response begins with the first of them, so that a body
/// without a usable row is refused with a status.
pub(crate) async fn respond(
    call: &Call<'_>,
    generation: Arc<str>,
    batch: Batch,
    upload: &mut Option<Upload>,
    payer: Payer,
    (long, bodies): (LongResponses<'_>, &Bodies),
) -> Result<Response<ResponseBody>, Problem> {
    let Formats { request, is_gzip, response, coding } = Formats::negotiated(call)?;
    let length = call.header(header::CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    if length.is_some_and(|length| length > MAX_BODY_BYTES) {
        return Err(too_large());
    }
    let encoder = Encoder::new(coding).map_err(|e| {
        tracing::error!(error = %e, "an encoder failed");
        failed()
    })?;
    let upload = upload.take().ok_or_else(|| Problem::new(Code::BodyMalformed, "the request has no body"))?;
    let upload = if is_gzip { upload.with_gzip() } else { upload };
    let Batch { input, unit_rows, work } = batch;
    let begun = async {
        payer.can_pay().await?;
        Ok((long.slots_soon(1).await?, bodies.begin(&long.subject()).await?))
    };
    let (slots, memory) = match begun.await {
        Ok(begun) => begun,
        Err(problem) => {
            upload.discard();
            return Err(problem);
        }
    };
    let source = Source::new(upload, request, (input, unit_rows), bodies, memory);
    let (sender, pieces) = mpsc::channel(PIECES_AHEAD);
    let (begun, has_begun) = oneshot::channel();
    let job = Job::new(source, work, payer, response, generation);
    long.pool.spawn(run::run(job, begun, Out::new(sender, encoder), slots));
    has_begun.await.map_err(|_| failed())??;
    let mut answer = Response::new(ResponseBody::streamed(pieces));
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(response.media_type()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if coding != Coding::Identity {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.word()));
    }
    Ok(answer)
}
