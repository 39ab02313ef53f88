//! The server of the protocol for one client.

use super::client::Client;
use super::{prompt, resource, tool};
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ServerConfig,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const INSTRUCTIONS: &str = include_str!("instructions.txt");

/// The server of the protocol for one client.
#[derive(Clone)]
pub(crate) struct Agent(pub(crate) Client);

/// A value of the protocol from its JSON.
pub(super) fn typed<T: DeserializeOwned>(mut value: Value) -> T {
    value["resultType"] = "complete".into();
    serde_json::from_value(value).expect("the value has the form of the protocol")
}

/// Methods without arguments.
macro_rules! lists {
    ($($method:ident: $result:ident = $list:expr;)*) => {$(
        async fn $method(
            &self,
            _: Option<PaginatedRequestParams>,
            _: RequestContext<RoleServer>,
        ) -> Result<$result, ErrorData> {
            let list: fn(&Self) -> Value = $list;
            Ok(typed(list(self)))
        }
    )*};
}

impl ServerHandler for Agent {
    fn get_info(&self) -> ServerConfig {
        typed(json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "tools": {}, "resources": {}, "prompts": {} },
            "serverInfo": { "name": "umbra", "title": "Umbra", "version": crate::VERSION },
            "instructions": INSTRUCTIONS,
        }))
    }

    lists! {
        list_tools: ListToolsResult = |agent: &Self| tool::list(agent.0.operations());
        list_resources: ListResourcesResult = |_| resource::list();
        list_resource_templates: ListResourceTemplatesResult = |_| resource::templates();
        list_prompts: ListPromptsResult = |_| prompt::list();
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = tool::find_tool(&request.name)?;
        let arguments = request.arguments.unwrap_or_default();
        let result = tokio::select! {
            result = tool.call(&self.0, arguments) => result,
            // Dropping the call refunds it.
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
        };
        let result = result.unwrap_or_else(|problem| tool::refused(&problem));
        Ok(typed::<CallToolResult>(result).into())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let missing = "no resource has this address; resources/list lists them";
        let text = resource::read(&self.0, &request.uri).await;
        let text = text.ok_or_else(|| ErrorData::resource_not_found(missing, None))?;
        let contents = json!([{ "uri": request.uri, "mimeType": "text/markdown", "text": text }]);
        Ok(typed::<ReadResourceResult>(json!({ "contents": contents })).into())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let text = prompt::text(&request.name, &request.arguments.unwrap_or_default());
        let text = text.map_err(|detail| ErrorData::invalid_params(detail, None))?;
        let message = json!({ "role": "user", "content": { "type": "text", "text": text } });
        Ok(typed::<GetPromptResult>(json!({ "messages": [message] })).into())
    }

    async fn on_initialized(&self, _: NotificationContext<RoleServer>) {}
}
