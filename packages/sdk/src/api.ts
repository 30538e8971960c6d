export interface paths {
    "/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says who you are signed in as */
        get: operations["showWhoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins a session of 15 minutes, or renews the one that the request is made with */
        post: operations["makeToken"];
        /** Ends the session that the request is made with */
        delete: operations["endToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the plugins with their states */
        get: operations["listPlugins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plugins/{id}/{step}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Installs, enables, disables or uninstalls a plugin; deletes nothing */
        post: operations["changePluginState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/acl/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Explain which permission applies to a request, and why */
        post: operations["explainAcl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{collection}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the documents of a collection */
        get: operations["listDocuments"];
        /** Create a collection */
        put: operations["createCollection"];
        /** Create a document, or a list of them */
        post: operations["createDocuments"];
        /** Remove a collection with all its documents */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{collection}/_size": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the documents of a collection */
        get: operations["countDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{collection}/_meta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the properties of a collection */
        get: operations["getCollectionMeta"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the properties of a collection */
        patch: operations["patchCollectionMeta"];
        trace?: never;
    };
    "/{collection}/_aggrs/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Run a stored aggregation */
        get: operations["runAggregation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{collection}/_indexes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the indexes of a collection */
        get: operations["listIndexes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{collection}/_indexes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Create an index */
        put: operations["createIndex"];
        post?: never;
        /** Remove an index */
        delete: operations["deleteIndex"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{collection}/*": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete all documents that a filter names */
        delete: operations["deleteMany"];
        options?: never;
        head?: never;
        /** Change all documents that a filter names */
        patch: operations["patchMany"];
        trace?: never;
    };
    "/{collection}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one document */
        get: operations["getDocument"];
        /** Replace a document */
        put: operations["replaceDocument"];
        post?: never;
        /** Delete a document */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        /** Change fields of a document */
        patch: operations["patchDocument"];
        trace?: never;
    };
    "/gql-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the GraphQL apps, newest first */
        get: operations["listApps"];
        put?: never;
        /** Create a GraphQL app; it is served at once */
        post: operations["createApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gql-apps/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a GraphQL app without saving it */
        post: operations["validateApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gql-apps/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draft a GraphQL app from the documents of a collection; nothing is saved */
        post: operations["draftApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gql-apps/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show the store commands of a query of a GraphQL app */
        post: operations["explainApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gql-apps/_size": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the GraphQL apps */
        get: operations["countApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gql-apps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a GraphQL app */
        get: operations["showApp"];
        put?: never;
        post?: never;
        /** Delete a GraphQL app */
        delete: operations["deleteApp"];
        options?: never;
        head?: never;
        /** Change a GraphQL app (JSON merge patch; schema and mappings as a whole) */
        patch: operations["updateApp"];
        trace?: never;
    };
    "/gql-apps/{id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the schema of a GraphQL app as SDL, complete with the scalars of this service */
        get: operations["showAppSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gql-apps/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a GraphQL app that are kept (the last 20), newest first */
        get: operations["listAppVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gql-apps/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a GraphQL app as it was */
        get: operations["showAppVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gql-apps/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a GraphQL app what it was; it is checked like any other change, and becomes a new version */
        post: operations["restoreAppVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gql-apps/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the trusted documents of a GraphQL app */
        get: operations["listTrustedDocuments"];
        /** Replace the trusted documents of a GraphQL app (1,000 and 1 MB at most) */
        put: operations["replaceTrustedDocuments"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/graphql/{uri}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Run a GraphQL query on an app that takes queries by GET */
        get: operations["runQueryByGet"];
        put?: never;
        /** Run a GraphQL query on an app, or an array of them where the app takes it */
        post: operations["runQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your own API keys, newest first */
        get: operations["listKeys"];
        put?: never;
        /** Issue an API key that acts as you, with the given roles only */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say what API keys you could issue now, or why you can not */
        get: operations["showKeyPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one of your own API keys */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/leaked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report the secret of an API key that was found where it must not be: it is revoked */
        post: operations["reportLeakedKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give one of your own API keys a new secret */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys of all users */
        get: operations["listAllKeys"];
        put?: never;
        post?: never;
        /** Revoke the API keys that match, of any user */
        delete: operations["revokeKeys"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key of any user */
        delete: operations["revokeAnyKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say how often an API key was used, by day */
        get: operations["showKeyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the audit trail, newest first */
        get: operations["showAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks, newest first */
        get: operations["listWebhooks"];
        put?: never;
        /** Create a webhook */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/mail-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the owner's own mail server */
        get: operations["showMailServer"];
        /** Set up a mail server of one's own, by which mails are not counted */
        put: operations["replaceMailServer"];
        post?: never;
        /** Forget the owner's own mail server */
        delete: operations["deleteMailServer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/mail-allowance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what is left of today's recipients */
        get: operations["showMailAllowance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record all exchanges for 60 seconds, whatever the conditions */
        post: operations["startRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/recordings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a recording: its exchanges, and webhooks that could be made from them */
        get: operations["showRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List ready templates */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/templates/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Render a template with a view or an event */
        post: operations["previewTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/conditions/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try a condition on an exchange and on the last 1,000 events */
        post: operations["checkCondition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test a webhook before it is saved */
        post: operations["testUnsavedWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a webhook */
        get: operations["showWebhook"];
        /** Replace a webhook */
        put: operations["replaceWebhook"];
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change fields of a webhook, enable or disable it */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a webhook a new signing secret */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test a webhook */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook's log, newest first */
        get: operations["listLogs"];
        put?: never;
        post?: never;
        /** Clear a webhook's log */
        delete: operations["clearLogs"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/logs/tail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow a webhook's log */
        get: operations["tailLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/logs/{logId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one entry of the log with its details */
        get: operations["showLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/logs/{logId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver what an entry of the log was about once more */
        post: operations["redeliverLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver entries of the log once more, by a filter, with a count first */
        post: operations["redeliverLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/tail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow all exchanges as they happen */
        get: operations["tailEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of every error (RFC 9457). */
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "MALFORMED_JSON" | "VALIDATION_FAILED" | "BAD_PATH" | "BAD_QUERY" | "BAD_FILTER" | "BAD_REQUEST" | "KEY_LIFETIME_TOO_LONG" | "UNAUTHENTICATED" | "INVALID_CREDENTIALS" | "INVALID_KEY" | "INVALID_TOKEN" | "FORBIDDEN" | "FIELD_HIDDEN" | "GRANT_TOO_LARGE" | "KEYS_PLUGIN_DISABLED" | "KEYS_PERMISSION_MISSING" | "KEY_ROLES_NOT_ALLOWED" | "KEY_CANNOT_MANAGE_KEYS" | "WEBHOOKS_PLUGIN_DISABLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "CONFLICT" | "IF_MATCH_REQUIRED" | "KEY_LIMIT_REACHED" | "KEY_CAPACITY_REACHED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "EXPECTATION_FAILED" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL" | "TRANSFER_CODING_UNKNOWN" | "UPSTREAM_FAILED" | "UNAVAILABLE" | "OVERLOADED" | "UPSTREAM_TIMEOUT";
            /** @description What is wrong and what to do. */
            detail: string;
            errors?: {
                path: string;
                message: string;
                line?: number;
                column?: number;
            }[];
            /** Format: uuid */
            requestId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    showWhoami: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        roles: string[];
                        /** @enum {string} */
                        via: "password" | "key" | "session";
                        key?: {
                            id: string;
                            name: string;
                            roles: string[];
                            expiresAt: {
                                $date: number;
                            };
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        /** @constant */
                        token_type: "Bearer";
                        expires_in: number;
                        username: string;
                        roles: string[];
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests */
            429: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPlugins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        id: "api-keys" | "webhooks";
                        /** @enum {string} */
                        state: "uninstalled" | "installed" | "disabled" | "enabled";
                    }[];
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changePluginState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                step: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        id: "api-keys" | "webhooks";
                        /** @enum {string} */
                        state: "uninstalled" | "installed" | "disabled" | "enabled";
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explainAcl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    user?: string;
                    roles?: string[];
                    method: string;
                    path: string & (unknown & unknown);
                    /** @default  */
                    query?: string;
                    /** @default {} */
                    headers?: {
                        [key: string]: string;
                    };
                    body?: unknown;
                    remoteAddress?: string;
                    /** @default false */
                    isSecure?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allowed: boolean;
                        code: unknown | null;
                        permission: string | null;
                        reason: string;
                        readFilter: {
                            [key: string]: unknown;
                        } | null;
                        writeFilter: {
                            [key: string]: unknown;
                        } | null;
                        projectResponse: {
                            [key: string]: unknown;
                        } | null;
                        mergeRequest: {
                            [key: string]: unknown;
                        } | null;
                        unbound: {
                            /** @enum {string} */
                            rule: "readFilter" | "writeFilter" | "mergeRequest";
                            variables: string[];
                        }[];
                        considered: {
                            _id: string;
                            priority: number | null;
                            matched: boolean;
                            why: string;
                            explanation: paths["/acl/explain"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]["$defs"]["__schema0"];
                        }[];
                        notShown: number;
                        $defs: {
                            __schema0: {
                                text: string;
                                result: boolean | "unknown";
                                reason: string;
                                children?: paths["/acl/explain"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]["$defs"]["__schema0"][];
                            };
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be. BAD_PATH: The path is ambiguous or malformed */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Conditions as a JSON object (MongoDB’s operators). Repeat it: all must hold. */
                filter?: string;
                /** @description `field`, `-field`, or a JSON object of 1 and -1. Repeatable. Default `-_id`. */
                sort?: string;
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: string;
                page?: number;
                pagesize?: number;
                /** @description Adds `X-Total-Count`; `estimated` is faster and about right. */
                count?: string;
                /** @description Name or keys of the index to use. */
                hint?: string;
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: "standard" | "canonical" | "relaxed" | "shell";
            };
            header?: never;
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: number;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    }[];
                };
            };
            /** @description BAD_FILTER: The filter, sort or projection is not allowed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createCollection: {
        parameters: {
            query?: {
                /** @description What the request does anyway. Needs `allowWriteMode`. */
                wm?: "upsert";
            };
            header?: never;
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was there already */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description Where it is found from now on. */
                    Location?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        description?: string;
                        aggrs?: {
                            /** @constant */
                            type: "pipeline";
                            /** @description Its name: GET /<collection>/_aggrs/<uri> */
                            uri: string;
                            /** @description Stages of MongoDB; {"$var": "name"} stands for a value of avars */
                            stages: {
                                [key: string]: unknown;
                            }[];
                        }[];
                        /** @description JSON Schema that documents have to fit when they are written */
                        jsonSchema?: {
                            [key: string]: unknown;
                        };
                        /** @description The name of the collection */
                        _id: string;
                        /** @description Its version, for `If-Match` */
                        _etag: {
                            $oid: string;
                        };
                    };
                };
            };
            /** @description It is new */
            201: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description Where it is found from now on. */
                    Location?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        description?: string;
                        aggrs?: {
                            /** @constant */
                            type: "pipeline";
                            /** @description Its name: GET /<collection>/_aggrs/<uri> */
                            uri: string;
                            /** @description Stages of MongoDB; {"$var": "name"} stands for a value of avars */
                            stages: {
                                [key: string]: unknown;
                            }[];
                        }[];
                        /** @description JSON Schema that documents have to fit when they are written */
                        jsonSchema?: {
                            [key: string]: unknown;
                        };
                        /** @description The name of the collection */
                        _id: string;
                        /** @description Its version, for `If-Match` */
                        _etag: {
                            $oid: string;
                        };
                    };
                };
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The media type is not supported */
            415: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDocuments: {
        parameters: {
            query?: {
                /** @description What to do with ids that are there, and with others. Default `insert`: an `_id` that is there is 409. `update` and `upsert` replace the document. Needs `allowWriteMode`. */
                wm?: "update" | "insert" | "upsert";
                /** @description Makes the `If-Match` header mandatory. */
                checkEtag?: string;
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: "standard" | "canonical" | "relaxed" | "shell";
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: string;
            };
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                } | {
                    [key: string]: unknown;
                }[];
            };
        };
        responses: {
            /** @description Every document of the list is stored; or the one that was sent, in the place of another (`wm`) */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description Where it is found from now on. */
                    Location?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inserted: number;
                        matched: number;
                        modified: number;
                        deleted: number;
                        /** @description The paths of the documents that were stored */
                        links: string[];
                        errors?: {
                            index: number;
                            code: string;
                            message: string;
                        }[];
                        /** @description Of permissions that were stored: rules that are not applied everywhere */
                        _warnings?: {
                            index: number;
                            path: string;
                            message: string;
                        }[];
                    } | {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The document as it is stored, which is new */
            201: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description Where it is found from now on. */
                    Location?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Some documents of the list are stored; `errors` says which are not, and why */
            207: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description Where it is found from now on. */
                    Location?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inserted: number;
                        matched: number;
                        modified: number;
                        deleted: number;
                        /** @description The paths of the documents that were stored */
                        links: string[];
                        errors?: {
                            index: number;
                            code: string;
                            message: string;
                        }[];
                        /** @description Of permissions that were stored: rules that are not applied everywhere */
                        _warnings?: {
                            index: number;
                            path: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored. IF_MATCH_REQUIRED: An If-Match header is required */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PRECONDITION_FAILED: The document was changed by someone else */
            412: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The media type is not supported */
            415: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: string;
            };
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection is gone */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description IF_MATCH_REQUIRED: An If-Match header is required */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PRECONDITION_FAILED: The document was changed by someone else */
            412: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countDocuments: {
        parameters: {
            query?: {
                /** @description Conditions as a JSON object. Repeatable. */
                filter?: string;
            };
            header?: never;
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _size: number;
                    };
                };
            };
            /** @description BAD_FILTER: The filter, sort or projection is not allowed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCollectionMeta: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        description?: string;
                        aggrs?: {
                            /** @constant */
                            type: "pipeline";
                            /** @description Its name: GET /<collection>/_aggrs/<uri> */
                            uri: string;
                            /** @description Stages of MongoDB; {"$var": "name"} stands for a value of avars */
                            stages: {
                                [key: string]: unknown;
                            }[];
                        }[];
                        /** @description JSON Schema that documents have to fit when they are written */
                        jsonSchema?: {
                            [key: string]: unknown;
                        };
                        /** @description The name of the collection */
                        _id: string;
                        /** @description Its version, for `If-Match` */
                        _etag: {
                            $oid: string;
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchCollectionMeta: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: string;
            };
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    aggrs?: {
                        /** @constant */
                        type: "pipeline";
                        /** @description Its name: GET /<collection>/_aggrs/<uri> */
                        uri: string;
                        /** @description Stages of MongoDB; {"$var": "name"} stands for a value of avars */
                        stages: {
                            [key: string]: unknown;
                        }[];
                    }[];
                    /** @description JSON Schema that documents have to fit when they are written */
                    jsonSchema?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        description?: string;
                        aggrs?: {
                            /** @constant */
                            type: "pipeline";
                            /** @description Its name: GET /<collection>/_aggrs/<uri> */
                            uri: string;
                            /** @description Stages of MongoDB; {"$var": "name"} stands for a value of avars */
                            stages: {
                                [key: string]: unknown;
                            }[];
                        }[];
                        /** @description JSON Schema that documents have to fit when they are written */
                        jsonSchema?: {
                            [key: string]: unknown;
                        };
                        /** @description The name of the collection */
                        _id: string;
                        /** @description Its version, for `If-Match` */
                        _etag: {
                            $oid: string;
                        };
                    };
                };
            };
            /** @description MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PRECONDITION_FAILED: The document was changed by someone else */
            412: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The media type is not supported */
            415: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runAggregation: {
        parameters: {
            query?: {
                /** @description JSON object: a value for each variable of the pipeline. */
                avars?: string;
                page?: number;
                pagesize?: number;
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: "standard" | "canonical" | "relaxed" | "shell";
            };
            header?: never;
            path: {
                collection: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    }[];
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listIndexes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        key: {
                            [key: string]: 1 | -1;
                        };
                        unique?: boolean;
                        sparse?: boolean;
                        expireAfterSeconds?: number;
                        partialFilterExpression?: {
                            [key: string]: unknown;
                        };
                        collation?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createIndex: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collection: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    keys: {
                        [key: string]: 1 | -1;
                    };
                    /** @default {} */
                    ops?: {
                        unique?: boolean;
                        sparse?: boolean;
                        expireAfterSeconds?: number;
                        partialFilterExpression?: {
                            [key: string]: unknown;
                        };
                        collation?: {
                            locale: string;
                            caseLevel?: boolean;
                            /** @enum {string} */
                            caseFirst?: "upper" | "lower" | "off";
                            strength?: number;
                            numericOrdering?: boolean;
                            /** @enum {string} */
                            alternate?: "non-ignorable" | "shifted";
                            /** @enum {string} */
                            maxVariable?: "punct" | "space";
                            backwards?: boolean;
                            normalization?: boolean;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description It was there already */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        key: {
                            [key: string]: 1 | -1;
                        };
                        unique?: boolean;
                        sparse?: boolean;
                        expireAfterSeconds?: number;
                        partialFilterExpression?: {
                            [key: string]: unknown;
                        };
                        collation?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description It is new */
            201: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        key: {
                            [key: string]: 1 | -1;
                        };
                        unique?: boolean;
                        sparse?: boolean;
                        expireAfterSeconds?: number;
                        partialFilterExpression?: {
                            [key: string]: unknown;
                        };
                        collation?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be. BAD_FILTER: The filter, sort or projection is not allowed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteIndex: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                collection: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The index is gone */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMany: {
        parameters: {
            query?: {
                /** @description Conditions as a JSON object (MongoDB’s operators). Repeat it: all must hold. */
                filter?: string;
            };
            header?: never;
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inserted: number;
                        matched: number;
                        modified: number;
                        deleted: number;
                        errors?: {
                            _id: unknown;
                            code: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description BAD_FILTER: The filter, sort or projection is not allowed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description METHOD_NOT_ALLOWED: The method is not allowed here */
            405: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchMany: {
        parameters: {
            query?: {
                /** @description Conditions as a JSON object (MongoDB’s operators). Repeat it: all must hold. */
                filter?: string;
                /** @description What the request does anyway. Needs `allowWriteMode`. */
                wm?: "update";
            };
            header?: never;
            path: {
                collection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inserted: number;
                        matched: number;
                        modified: number;
                        deleted: number;
                        errors?: {
                            _id: unknown;
                            code: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description Some are not changed: `errors` says why */
            207: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inserted: number;
                        matched: number;
                        modified: number;
                        deleted: number;
                        errors?: {
                            _id: unknown;
                            code: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be. BAD_FILTER: The filter, sort or projection is not allowed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description METHOD_NOT_ALLOWED: The method is not allowed here */
            405: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The media type is not supported */
            415: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: string;
                /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
                id_type?: "STRING_OID" | "STRING" | "OID" | "NUMBER";
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: string;
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: "standard" | "canonical" | "relaxed" | "shell";
            };
            header?: {
                /** @description 304 without a body when this is still the ETag. */
                "If-None-Match"?: string;
            };
            path: {
                collection: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A document. Types that JSON lacks are Extended JSON; dates are {"$date": <epoch ms>}. The answer of a write of a permission may have `_warnings` beside: rules that are not applied everywhere. */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The document has the ETag of If-None-Match */
            304: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_FILTER: The filter, sort or projection is not allowed. BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceDocument: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: string;
                /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
                id_type?: "STRING_OID" | "STRING" | "OID" | "NUMBER";
                /** @description Makes the `If-Match` header mandatory. */
                checkEtag?: string;
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: "standard" | "canonical" | "relaxed" | "shell";
                /** @description What to do with ids that are there, and with others. Default `update`: an unknown id is 404. Needs `allowWriteMode`. */
                wm?: "update" | "insert" | "upsert";
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: string;
            };
            path: {
                collection: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The document as it is stored */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The document is new (`wm=insert`, `wm=upsert`) */
            201: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description IF_MATCH_REQUIRED: An If-Match header is required. CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PRECONDITION_FAILED: The document was changed by someone else */
            412: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The media type is not supported */
            415: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: string;
                /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
                id_type?: "STRING_OID" | "STRING" | "OID" | "NUMBER";
                /** @description Makes the `If-Match` header mandatory. */
                checkEtag?: string;
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: string;
            };
            path: {
                collection: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document is gone */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description IF_MATCH_REQUIRED: An If-Match header is required */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PRECONDITION_FAILED: The document was changed by someone else */
            412: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchDocument: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: string;
                /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
                id_type?: "STRING_OID" | "STRING" | "OID" | "NUMBER";
                /** @description Makes the `If-Match` header mandatory. */
                checkEtag?: string;
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: "standard" | "canonical" | "relaxed" | "shell";
                /** @description What to do with ids that are there, and with others. Default `update`: an unknown id is 404. Needs `allowWriteMode`. */
                wm?: "update" | "insert" | "upsert";
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: string;
            };
            path: {
                collection: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The document as it is stored */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The document is new (`wm=insert`, `wm=upsert`) */
            201: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description IF_MATCH_REQUIRED: An If-Match header is required. CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PRECONDITION_FAILED: The document was changed by someone else */
            412: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The media type is not supported */
            415: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApps: {
        parameters: {
            query?: {
                /** @description Text in the name, description or uri, whatever its case. */
                q?: string;
                /** @description Conditions as a JSON object (MongoDB’s operators). Repeat it: all must hold. */
                filter?: string;
                /** @description `field`, `-field`, or a JSON object of 1 and -1. Default `-_id`. */
                sort?: string;
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: string;
                page?: number;
                pagesize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: number;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text, or an ObjectId; made when it is left out. */
                        _id?: unknown;
                        descriptor: {
                            name: string;
                            description?: string;
                            enabled?: boolean;
                            /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                            uri?: string;
                            /** @description Whether queries may read the schema. Default: true. */
                            introspection?: boolean;
                            /** @description Whether queries may come by GET. Default: false. */
                            get?: boolean;
                            /** @description Whether an array of requests is taken. Default: false. */
                            httpBatching?: boolean;
                            /**
                             * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                             * @enum {string}
                             */
                            documents?: "any" | "trusted";
                            limits?: {
                                maxDepth?: number;
                                maxAliases?: number;
                                maxTokens?: number;
                                maxDocuments?: number;
                                timeoutMs?: number;
                            };
                        };
                        /** @description GraphQL SDL. */
                        schema: string;
                        mappings: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                    }[];
                };
            };
            /** @description BAD_FILTER: The filter, sort or projection is not allowed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED: Too much to do at the moment. UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Text, or an ObjectId; made when it is left out. */
                    _id?: unknown;
                    descriptor: {
                        name: string;
                        description?: string;
                        enabled?: boolean;
                        /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                        uri?: string;
                        /** @description Whether queries may read the schema. Default: true. */
                        introspection?: boolean;
                        /** @description Whether queries may come by GET. Default: false. */
                        get?: boolean;
                        /** @description Whether an array of requests is taken. Default: false. */
                        httpBatching?: boolean;
                        /**
                         * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                         * @enum {string}
                         */
                        documents?: "any" | "trusted";
                        limits?: {
                            maxDepth?: number;
                            maxAliases?: number;
                            maxTokens?: number;
                            maxDocuments?: number;
                            timeoutMs?: number;
                        };
                    };
                    /** @description GraphQL SDL. */
                    schema: string;
                    mappings: {
                        [key: string]: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description Where it is found from now on. */
                    Location?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text, or an ObjectId; made when it is left out. */
                        _id?: unknown;
                        descriptor: {
                            name: string;
                            description?: string;
                            enabled?: boolean;
                            /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                            uri?: string;
                            /** @description Whether queries may read the schema. Default: true. */
                            introspection?: boolean;
                            /** @description Whether queries may come by GET. Default: false. */
                            get?: boolean;
                            /** @description Whether an array of requests is taken. Default: false. */
                            httpBatching?: boolean;
                            /**
                             * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                             * @enum {string}
                             */
                            documents?: "any" | "trusted";
                            limits?: {
                                maxDepth?: number;
                                maxAliases?: number;
                                maxTokens?: number;
                                maxDocuments?: number;
                                timeoutMs?: number;
                            };
                        };
                        /** @description GraphQL SDL. */
                        schema: string;
                        mappings: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Text, or an ObjectId; made when it is left out. */
                    _id?: unknown;
                    descriptor: {
                        name: string;
                        description?: string;
                        enabled?: boolean;
                        /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                        uri?: string;
                        /** @description Whether queries may read the schema. Default: true. */
                        introspection?: boolean;
                        /** @description Whether queries may come by GET. Default: false. */
                        get?: boolean;
                        /** @description Whether an array of requests is taken. Default: false. */
                        httpBatching?: boolean;
                        /**
                         * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                         * @enum {string}
                         */
                        documents?: "any" | "trusted";
                        limits?: {
                            maxDepth?: number;
                            maxAliases?: number;
                            maxTokens?: number;
                            maxDocuments?: number;
                            timeoutMs?: number;
                        };
                    };
                    /** @description GraphQL SDL. */
                    schema: string;
                    mappings: {
                        [key: string]: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        valid: boolean;
                        errors: {
                            path: string;
                            message: string;
                            line?: number;
                            column?: number;
                        }[];
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    draftApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    db: string;
                    collection: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text, or an ObjectId; made when it is left out. */
                        _id?: unknown;
                        descriptor: {
                            name: string;
                            description?: string;
                            enabled?: boolean;
                            /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                            uri?: string;
                            /** @description Whether queries may read the schema. Default: true. */
                            introspection?: boolean;
                            /** @description Whether queries may come by GET. Default: false. */
                            get?: boolean;
                            /** @description Whether an array of requests is taken. Default: false. */
                            httpBatching?: boolean;
                            /**
                             * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                             * @enum {string}
                             */
                            documents?: "any" | "trusted";
                            limits?: {
                                maxDepth?: number;
                                maxAliases?: number;
                                maxTokens?: number;
                                maxDocuments?: number;
                                timeoutMs?: number;
                            };
                        };
                        /** @description GraphQL SDL. */
                        schema: string;
                        mappings: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explainApp: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    query: string;
                    variables?: {
                        [key: string]: unknown;
                    };
                    operationName?: string;
                    /** @description Runs the query and tells what was asked in fact. */
                    execute?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fields: {
                            path: string;
                            db: string;
                            collection: string;
                            /** @enum {string} */
                            how: "find" | "aggregate";
                            filter?: {
                                [key: string]: unknown;
                            } | null;
                            stages?: {
                                [key: string]: unknown;
                            }[] | null;
                            sort?: {
                                [key: string]: number;
                            };
                            skip?: number;
                            limit?: number;
                            projection?: {
                                [key: string]: number;
                            };
                            sharing?: {
                                /**
                                 * @description How parents share queries.
                                 * @enum {string}
                                 */
                                kind: "once" | "batched" | "each";
                                /** @description Values that one query asks for at most. */
                                most?: number;
                                /** @description Whether parents that ask the same share one. */
                                shared?: boolean;
                            };
                            error?: string;
                        }[];
                        executed?: {
                            commands: {
                                db: string;
                                collection: string;
                                /** @enum {string} */
                                how: "find" | "aggregate";
                                filter?: {
                                    [key: string]: unknown;
                                } | null;
                                stages?: {
                                    [key: string]: unknown;
                                }[] | null;
                                sort?: {
                                    [key: string]: number;
                                };
                                skip?: number;
                                limit?: number;
                                projection?: {
                                    [key: string]: number;
                                };
                                documents: number | null;
                                ms: number | null;
                                /** @description The index by which it was looked; null for a look at all documents. */
                                index: string | null;
                            }[];
                            /** @description How many commands there were; the first 200 are listed. */
                            sent: number;
                            errors: {
                                message: string;
                                path?: string;
                                code: unknown;
                            }[];
                        };
                    };
                };
            };
            /** @description MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be. BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countApps: {
        parameters: {
            query?: {
                /** @description Conditions as a JSON object (MongoDB’s operators). Repeat it: all must hold. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _size: number;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. BAD_FILTER: The filter, sort or projection is not allowed */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showApp: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: {
                /** @description 304 without a body when this is still the ETag. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text, or an ObjectId; made when it is left out. */
                        _id?: unknown;
                        descriptor: {
                            name: string;
                            description?: string;
                            enabled?: boolean;
                            /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                            uri?: string;
                            /** @description Whether queries may read the schema. Default: true. */
                            introspection?: boolean;
                            /** @description Whether queries may come by GET. Default: false. */
                            get?: boolean;
                            /** @description Whether an array of requests is taken. Default: false. */
                            httpBatching?: boolean;
                            /**
                             * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                             * @enum {string}
                             */
                            documents?: "any" | "trusted";
                            limits?: {
                                maxDepth?: number;
                                maxAliases?: number;
                                maxTokens?: number;
                                maxDocuments?: number;
                                timeoutMs?: number;
                            };
                        };
                        /** @description GraphQL SDL. */
                        schema: string;
                        mappings: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /** @description Not changed since the version of If-None-Match */
            304: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteApp: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PRECONDITION_FAILED: The document was changed by someone else */
            412: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateApp: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Text, or an ObjectId; made when it is left out. */
                    _id?: unknown;
                    descriptor?: {
                        name: string;
                        description?: string;
                        enabled?: boolean;
                        /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                        uri?: string;
                        /** @description Whether queries may read the schema. Default: true. */
                        introspection?: boolean;
                        /** @description Whether queries may come by GET. Default: false. */
                        get?: boolean;
                        /** @description Whether an array of requests is taken. Default: false. */
                        httpBatching?: boolean;
                        /**
                         * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                         * @enum {string}
                         */
                        documents?: "any" | "trusted";
                        limits?: {
                            maxDepth?: number;
                            maxAliases?: number;
                            maxTokens?: number;
                            maxDocuments?: number;
                            timeoutMs?: number;
                        };
                    };
                    /** @description GraphQL SDL. */
                    schema?: string;
                    mappings?: {
                        [key: string]: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text, or an ObjectId; made when it is left out. */
                        _id?: unknown;
                        descriptor: {
                            name: string;
                            description?: string;
                            enabled?: boolean;
                            /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                            uri?: string;
                            /** @description Whether queries may read the schema. Default: true. */
                            introspection?: boolean;
                            /** @description Whether queries may come by GET. Default: false. */
                            get?: boolean;
                            /** @description Whether an array of requests is taken. Default: false. */
                            httpBatching?: boolean;
                            /**
                             * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                             * @enum {string}
                             */
                            documents?: "any" | "trusted";
                            limits?: {
                                maxDepth?: number;
                                maxAliases?: number;
                                maxTokens?: number;
                                maxDocuments?: number;
                                timeoutMs?: number;
                            };
                        };
                        /** @description GraphQL SDL. */
                        schema: string;
                        mappings: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /** @description MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be. BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PRECONDITION_FAILED: The document was changed by someone else */
            412: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showAppSchema: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: {
                /** @description 304 without a body when this is still the ETag. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Not changed since the version of If-None-Match */
            304: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAppVersions: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: number;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Counts from 1; never used twice. */
                        version: number;
                        /** @description When it was written. */
                        at: {
                            $date: number;
                        };
                        /** @description Who wrote it; null where that is not known. */
                        by: string | null;
                        etag: string;
                    }[];
                };
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showAppVersion: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text, or an ObjectId; made when it is left out. */
                        _id?: unknown;
                        descriptor: {
                            name: string;
                            description?: string;
                            enabled?: boolean;
                            /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                            uri?: string;
                            /** @description Whether queries may read the schema. Default: true. */
                            introspection?: boolean;
                            /** @description Whether queries may come by GET. Default: false. */
                            get?: boolean;
                            /** @description Whether an array of requests is taken. Default: false. */
                            httpBatching?: boolean;
                            /**
                             * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                             * @enum {string}
                             */
                            documents?: "any" | "trusted";
                            limits?: {
                                maxDepth?: number;
                                maxAliases?: number;
                                maxTokens?: number;
                                maxDocuments?: number;
                                timeoutMs?: number;
                            };
                        };
                        /** @description GraphQL SDL. */
                        schema: string;
                        mappings: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreAppVersion: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: string;
            };
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The version, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text, or an ObjectId; made when it is left out. */
                        _id?: unknown;
                        descriptor: {
                            name: string;
                            description?: string;
                            enabled?: boolean;
                            /** @description The endpoint is /graphql/<uri>. Default: the _id. */
                            uri?: string;
                            /** @description Whether queries may read the schema. Default: true. */
                            introspection?: boolean;
                            /** @description Whether queries may come by GET. Default: false. */
                            get?: boolean;
                            /** @description Whether an array of requests is taken. Default: false. */
                            httpBatching?: boolean;
                            /**
                             * @description trusted: only the documents of /gql-apps/<id>/documents run. Default: any.
                             * @enum {string}
                             */
                            documents?: "any" | "trusted";
                            limits?: {
                                maxDepth?: number;
                                maxAliases?: number;
                                maxTokens?: number;
                                maxDocuments?: number;
                                timeoutMs?: number;
                            };
                        };
                        /** @description GraphQL SDL. */
                        schema: string;
                        mappings: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /** @description VALIDATION_FAILED: A field is not as it must be. BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PRECONDITION_FAILED: The document was changed by someone else */
            412: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTrustedDocuments: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Query documents by the SHA-256 of their text, in lower-case hex. */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: string;
                    };
                };
            };
            /** @description BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceTrustedDocuments: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description Query documents by the SHA-256 of their text, in lower-case hex. */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: string;
                    };
                };
            };
            /** @description MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be. BAD_PATH: The path is ambiguous or malformed. BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FORBIDDEN: Not allowed. FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runQueryByGet: {
        parameters: {
            query?: {
                query?: string;
                /** @description A JSON object. */
                variables?: string;
                operationName?: string;
                /** @description sha256:<hex> of a registered document. */
                documentId?: string;
                /** @description A JSON object. */
                extensions?: string;
            };
            header?: never;
            path: {
                uri: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                    "application/json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            /** @description The request is at fault; the errors say how. A well-formed one is answered with 200 where application/json is asked for. */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                    "application/json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The app takes no GET, or the document is no query. Allow: POST. */
            405: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                    "application/json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            /** @description The store does not answer: extensions.code is UNAVAILABLE. See Retry-After. */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                    "application/json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uri: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The document; may be left out where it is named by its hash. */
                    query?: string;
                    variables?: {
                        [key: string]: unknown;
                    };
                    operationName?: string;
                    /** @description sha256:<hex> of a registered document. */
                    documentId?: string;
                    extensions?: {
                        persistedQuery?: {
                            version: number;
                            sha256Hash: string;
                        };
                    };
                } | {
                    /** @description The document; may be left out where it is named by its hash. */
                    query?: string;
                    variables?: {
                        [key: string]: unknown;
                    };
                    operationName?: string;
                    /** @description sha256:<hex> of a registered document. */
                    documentId?: string;
                    extensions?: {
                        persistedQuery?: {
                            version: number;
                            sha256Hash: string;
                        };
                    };
                }[];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    } | {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    }[];
                    "application/json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    } | {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    }[];
                };
            };
            /** @description The request is at fault; the errors say how. A well-formed one is answered with 200 where application/json is asked for. */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                    "application/json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The media type is not supported */
            415: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The store does not answer: extensions.code is UNAVAILABLE. See Retry-After. */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                    "application/json": {
                        data?: {
                            [key: string]: unknown;
                        } | null;
                        errors?: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Literal text that the name contains, whatever its case. */
                q?: string;
                page?: number;
                pagesize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        /** @description The holder: the key acts as this user. */
                        user: string;
                        name: string;
                        /** @description The only roles that the key carries. */
                        roles: string[];
                        createdAt: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description From this instant on the key does not work. */
                        expiresAt: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description Missing until the key is first used. */
                        lastUsedAt?: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description The last four characters of the secret. */
                        hint: string;
                        /** @description From where it may be used, and how often in a minute. */
                        keyRules?: {
                            allowedIps?: (string)[];
                            rateLimit?: number;
                        };
                        /** @description Until then the secret before the last rotation works too. */
                        previousUntil?: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                    }[];
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_CANNOT_MANAGE_KEYS: A key can not manage keys */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description Within the apiKeys.roles of your permission.
                     * @default []
                     */
                    roles?: string[];
                    /** @description Days. Default: 90, or the most that you can have when that is less. */
                    expiresIn?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        /** @description The holder: the key acts as this user. */
                        user: string;
                        name: string;
                        /** @description The only roles that the key carries. */
                        roles: string[];
                        createdAt: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description From this instant on the key does not work. */
                        expiresAt: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description Missing until the key is first used. */
                        lastUsedAt?: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description The last four characters of the secret. */
                        hint: string;
                        /** @description From where it may be used, and how often in a minute. */
                        keyRules?: {
                            allowedIps?: (string)[];
                            rateLimit?: number;
                        };
                        /** @description Until then the secret before the last rotation works too. */
                        previousUntil?: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description The secret, shown this once: send it as "Authorization: Bearer <key>". */
                        key: string;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be. KEY_LIFETIME_TOO_LONG: The key would live longer than allowed */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_CANNOT_MANAGE_KEYS: A key can not manage keys. KEYS_PLUGIN_DISABLED: API keys are switched off. KEYS_PERMISSION_MISSING: No permission allows issuing keys. KEY_ROLES_NOT_ALLOWED: A role is not allowed for a key */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_LIMIT_REACHED: No more keys for this user. KEY_CAPACITY_REACHED: No more keys on this service */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment. OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showKeyPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        canIssue: true;
                        /** @description The one permission that applies to you on POST /keys. */
                        permission: string;
                        /** @description The only roles that a key of yours may carry. */
                        roles: string[];
                        maxExpiresInDays: number;
                        defaultExpiresInDays: number;
                        maxKeysPerUser: number;
                        /** @description How many more you can have beside those that work now. */
                        keysLeft: number;
                    } | {
                        /** @constant */
                        canIssue: false;
                        /** @description What POST /keys would be refused with. */
                        code: string;
                        detail: string;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_CANNOT_MANAGE_KEYS: A key can not manage keys */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key does not work any more. */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_CANNOT_MANAGE_KEYS: A key can not manage keys */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment. OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reportLeakedKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                };
            };
        };
        responses: {
            /** @description If the secret was live, it is not any more. */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description RATE_LIMITED: Too many requests */
            429: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For how long the old secret works on. */
                    graceSeconds: number;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        /** @description The holder: the key acts as this user. */
                        user: string;
                        name: string;
                        /** @description The only roles that the key carries. */
                        roles: string[];
                        createdAt: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description From this instant on the key does not work. */
                        expiresAt: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description Missing until the key is first used. */
                        lastUsedAt?: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description The last four characters of the secret. */
                        hint: string;
                        /** @description From where it may be used, and how often in a minute. */
                        keyRules?: {
                            allowedIps?: (string)[];
                            rateLimit?: number;
                        };
                        /** @description Until then the secret before the last rotation works too. */
                        previousUntil?: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description The secret, shown this once: send it as "Authorization: Bearer <key>". */
                        key: string;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_CANNOT_MANAGE_KEYS: A key can not manage keys. KEYS_PLUGIN_DISABLED: API keys are switched off. KEYS_PERMISSION_MISSING: No permission allows issuing keys. KEY_ROLES_NOT_ALLOWED: A role is not allowed for a key */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment. OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAllKeys: {
        parameters: {
            query?: {
                /** @description The holder. */
                user?: string;
                /** @description One of the roles that the key carries. */
                role?: string;
                state?: "active" | "expired";
                neverUsed?: "true" | "false";
                /** @description It works now, and will not after so many days. */
                expiresWithinDays?: number;
                /** @description Not used for so many days; counts from its issue where it never was. */
                idleDays?: number;
                /** @description By which field; with a minus sign the other way round. */
                sort?: "createdAt" | "expiresAt" | "lastUsedAt" | "user" | "-createdAt" | "-expiresAt" | "-lastUsedAt" | "-user";
                page?: number;
                pagesize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        /** @description The holder: the key acts as this user. */
                        user: string;
                        name: string;
                        /** @description The only roles that the key carries. */
                        roles: string[];
                        createdAt: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description From this instant on the key does not work. */
                        expiresAt: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description Missing until the key is first used. */
                        lastUsedAt?: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                        /** @description The last four characters of the secret. */
                        hint: string;
                        /** @description From where it may be used, and how often in a minute. */
                        keyRules?: {
                            allowedIps?: (string)[];
                            rateLimit?: number;
                        };
                        /** @description Until then the secret before the last rotation works too. */
                        previousUntil?: {
                            /** @description Epoch milliseconds. */
                            $date: number;
                        };
                    }[];
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FIELD_HIDDEN: A hidden field can not be used. KEY_CANNOT_MANAGE_KEYS: A key can not manage keys */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKeys: {
        parameters: {
            query?: {
                /** @description The holder. */
                user?: string;
                /** @description One of the roles that the key carries. */
                role?: string;
                state?: "active" | "expired";
                neverUsed?: "true" | "false";
                /** @description It works now, and will not after so many days. */
                expiresWithinDays?: number;
                /** @description Not used for so many days; counts from its issue where it never was. */
                idleDays?: number;
                /** @description Only count them. */
                dryRun?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many keys matched. */
                        matched: number;
                        /** @description How many of them do not work any more; 1000 at most per call, and as many as end within 5 s. Send the same again for the rest. */
                        revoked: number;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FIELD_HIDDEN: A hidden field can not be used. KEY_CANNOT_MANAGE_KEYS: A key can not manage keys */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment. OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeAnyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key does not work any more. */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_CANNOT_MANAGE_KEYS: A key can not manage keys */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment. OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showKeyUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Days on which it was used (UTC), the oldest first; the last seconds may be missing. */
                        days: {
                            day: string;
                            requests: number;
                        }[];
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FIELD_HIDDEN: A hidden field can not be used. KEY_CANNOT_MANAGE_KEYS: A key can not manage keys */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showAudit: {
        parameters: {
            query?: {
                action?: "key.issued" | "key.refused" | "key.rotated" | "key.revoked" | "plugin.installed" | "plugin.enabled" | "plugin.disabled" | "plugin.uninstalled";
                /** @description Who did it, or whose key it was. */
                user?: string;
                /** @description The id of a key; it may be revoked long since. */
                key?: string;
                /** @description ISO 8601 or epoch ms: at or after it. */
                from?: string | (string);
                /** @description ISO 8601 or epoch ms: before it. */
                to?: string | (string);
                cursor?: string;
                pagesize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            _id: string;
                            at: {
                                /** @description Epoch milliseconds. */
                                $date: number;
                            };
                            /** @enum {string} */
                            action: "key.issued" | "key.refused" | "key.rotated" | "key.revoked" | "plugin.installed" | "plugin.enabled" | "plugin.disabled" | "plugin.uninstalled";
                            /** @description Who did it. */
                            actor: string | null;
                            /** @description The address of the client. */
                            from: string | null;
                            key?: {
                                id: string;
                                hint: string;
                                user: string;
                            };
                            detail?: string;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAUTHENTICATED: Sign in first */
            401: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_CANNOT_MANAGE_KEYS: A key can not manage keys */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description UNAVAILABLE: Not available at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Literal text that name, condition, url, subject or a recipient contains. */
                q?: string;
                page?: number;
                pagesize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description How many there are on all pages. */
                    "X-Total-Count"?: number;
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /**
                         * @default http
                         * @constant
                         */
                        type: "http";
                        url: string;
                        /** @default 5000 */
                        timeout_ms: number;
                        /** @default {} */
                        headers: {
                            [key: string]: string;
                        };
                        /**
                         * @default {
                         *       "enabled": false,
                         *       "template": ""
                         *     }
                         */
                        transform: {
                            /** @default false */
                            enabled: boolean;
                            /** @default  */
                            template: string;
                        };
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                    } | {
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /** @constant */
                        type: "email";
                        email: {
                            to: string[];
                            /** @default [] */
                            cc: string[];
                            subject: string;
                            /** @enum {string} */
                            bodyType: "json" | "html";
                            bodyTemplate: string;
                        };
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                    })[];
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    condition: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Without it, each delivery is tried once. */
                    retry?: {
                        attempts: number;
                        schedule: number[];
                    };
                    /**
                     * @description What is beyond it waits.
                     * @default 6000
                     */
                    maxPerMinute?: number;
                    /**
                     * @default http
                     * @constant
                     */
                    type?: "http";
                    url: string;
                    /** @default 5000 */
                    timeout_ms?: number;
                    /** @default {} */
                    headers?: {
                        [key: string]: string;
                    };
                    /**
                     * @default {
                     *       "enabled": false,
                     *       "template": ""
                     *     }
                     */
                    transform?: {
                        /** @default false */
                        enabled?: boolean;
                        /** @default  */
                        template?: string;
                    };
                    secret?: string;
                } | {
                    name: string;
                    condition: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Without it, each delivery is tried once. */
                    retry?: {
                        attempts: number;
                        schedule: number[];
                    };
                    /**
                     * @description What is beyond it waits.
                     * @default 6000
                     */
                    maxPerMinute?: number;
                    /** @constant */
                    type: "email";
                    email: {
                        to: string[];
                        /** @default [] */
                        cc?: string[];
                        subject: string;
                        /** @enum {string} */
                        bodyType: "json" | "html";
                        bodyTemplate: string;
                    };
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /**
                         * @default http
                         * @constant
                         */
                        type: "http";
                        url: string;
                        /** @default 5000 */
                        timeout_ms: number;
                        /** @default {} */
                        headers: {
                            [key: string]: string;
                        };
                        /**
                         * @default {
                         *       "enabled": false,
                         *       "template": ""
                         *     }
                         */
                        transform: {
                            /** @default false */
                            enabled: boolean;
                            /** @default  */
                            template: string;
                        };
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                        warnings?: string[];
                        secret: string;
                    } | {
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /** @constant */
                        type: "email";
                        email: {
                            to: string[];
                            /** @default [] */
                            cc: string[];
                            subject: string;
                            /** @enum {string} */
                            bodyType: "json" | "html";
                            bodyTemplate: string;
                        };
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                        warnings?: string[];
                        secret: string;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description WEBHOOKS_PLUGIN_DISABLED: Webhooks are switched off */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showMailServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        host: string;
                        port: number;
                        secure: boolean;
                        user?: string;
                        from: string;
                        updatedAt: {
                            $date: number;
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceMailServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    host: string;
                    port: number;
                    secure: boolean;
                    user?: string;
                    password?: string;
                    from: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        host: string;
                        port: number;
                        secure: boolean;
                        user?: string;
                        from: string;
                        updatedAt: {
                            $date: number;
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMailServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showMailAllowance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        limit: number;
                        used: number;
                        left: number;
                        resetsAt: {
                            $date: number;
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startRecording: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        /** @enum {string} */
                        state: "running" | "ended";
                        startedAt: {
                            $date: number;
                        };
                        endsAt: {
                            $date: number;
                        };
                    };
                };
            };
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        /** @enum {string} */
                        state: "running" | "ended";
                        startedAt: {
                            $date: number;
                        };
                        endsAt: {
                            $date: number;
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description WEBHOOKS_PLUGIN_DISABLED: Webhooks are switched off */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        /** @enum {string} */
                        state: "running" | "ended";
                        startedAt: {
                            $date: number;
                        };
                        endsAt: {
                            $date: number;
                        };
                        secondsLeft: number;
                        total: number;
                        events: {
                            _id: string;
                            timestamp: {
                                $date: number;
                            };
                            durationMs: number;
                            matched: string[];
                            incomingRequest: {
                                method: string;
                                path: string;
                                query: string;
                                headers: {
                                    [key: string]: string;
                                };
                                body: {
                                    text: string;
                                    /** @enum {string} */
                                    encoding: "utf8" | "base64";
                                    length: number;
                                    truncated: boolean;
                                    /** @enum {string} */
                                    state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                                };
                            };
                            incomingResponse: {
                                statusCode: number;
                                headers: {
                                    [key: string]: string;
                                };
                                body: {
                                    text: string;
                                    /** @enum {string} */
                                    encoding: "utf8" | "base64";
                                    length: number;
                                    truncated: boolean;
                                    /** @enum {string} */
                                    state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                                };
                            } | null;
                            /** @description How many sign-ins the event stands for, all turned away within a minute; request and response are those of the first. */
                            turnedAway?: number;
                        }[];
                        suggestions: {
                            condition: string;
                            variables: string[];
                            events: number;
                        }[];
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        title: string;
                        /** @enum {string} */
                        as: "json" | "html" | "subject" | "text";
                        template: string;
                        subject?: string;
                    }[];
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    template: string;
                    /** @enum {string} */
                    as: "json" | "html" | "subject" | "text";
                    view?: {
                        [key: string]: unknown;
                    };
                    /** Format: uuid */
                    event?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        output: string;
                        validJson: boolean | null;
                        variables: string[];
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkCondition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    condition: string;
                    exchange?: {
                        request: {
                            method: string;
                            /** Format: starts_with */
                            path: string;
                            /** @default  */
                            query?: string;
                            /** @default {} */
                            headers?: {
                                [key: string]: string;
                            };
                            body?: unknown;
                        };
                        response?: {
                            statusCode: number;
                            /** @default {} */
                            headers?: {
                                [key: string]: string;
                            };
                            body?: unknown;
                        };
                    };
                    /** Format: uuid */
                    event?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matched: boolean | null;
                        explanation: paths["/webhooks/conditions/check"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]["$defs"]["__schema0"] | null;
                        recent: {
                            events: number;
                            matched: number;
                        };
                        $defs: {
                            __schema0: {
                                text: string;
                                result: boolean | "unknown";
                                reason: string;
                                children?: paths["/webhooks/conditions/check"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]["$defs"]["__schema0"][];
                            };
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testUnsavedWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    condition: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Without it, each delivery is tried once. */
                    retry?: {
                        attempts: number;
                        schedule: number[];
                    };
                    /**
                     * @description What is beyond it waits.
                     * @default 6000
                     */
                    maxPerMinute?: number;
                    /**
                     * @default http
                     * @constant
                     */
                    type?: "http";
                    url: string;
                    /** @default 5000 */
                    timeout_ms?: number;
                    /** @default {} */
                    headers?: {
                        [key: string]: string;
                    };
                    /**
                     * @default {
                     *       "enabled": false,
                     *       "template": ""
                     *     }
                     */
                    transform?: {
                        /** @default false */
                        enabled?: boolean;
                        /** @default  */
                        template?: string;
                    };
                    secret?: string;
                    /** Format: uuid */
                    event?: string;
                } | {
                    name: string;
                    condition: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Without it, each delivery is tried once. */
                    retry?: {
                        attempts: number;
                        schedule: number[];
                    };
                    /**
                     * @description What is beyond it waits.
                     * @default 6000
                     */
                    maxPerMinute?: number;
                    /** @constant */
                    type: "email";
                    email: {
                        to: string[];
                        /** @default [] */
                        cc?: string[];
                        subject: string;
                        /** @enum {string} */
                        bodyType: "json" | "html";
                        bodyTemplate: string;
                    };
                    secret?: string;
                    /** Format: uuid */
                    event?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        request: ({
                            /**
                             * @default http
                             * @constant
                             */
                            type: "http";
                            method: string;
                            url: string;
                            headers: {
                                [key: string]: string;
                            };
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        } | {
                            /** @constant */
                            type: "email";
                            from: string;
                            to: string[];
                            cc: string[];
                            subject: string;
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        }) | null;
                        response: {
                            statusCode: number;
                            headers: {
                                [key: string]: string;
                            };
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        } | null;
                        error: {
                            stage: string;
                            code: string;
                            message: string;
                        } | null;
                        timings: {
                            renderMs: number | null;
                            dnsMs: number | null;
                            connectMs: number | null;
                            tlsMs: number | null;
                            firstByteMs: number | null;
                            totalMs: number;
                        };
                        exchange: {
                            /** @enum {string} */
                            kind: "sample" | "event";
                            eventId: string;
                            method: string;
                            path: string;
                            statusCode: number | null;
                            matched: boolean;
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description WEBHOOKS_PLUGIN_DISABLED: Webhooks are switched off */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /**
                         * @default http
                         * @constant
                         */
                        type: "http";
                        url: string;
                        /** @default 5000 */
                        timeout_ms: number;
                        /** @default {} */
                        headers: {
                            [key: string]: string;
                        };
                        /**
                         * @default {
                         *       "enabled": false,
                         *       "template": ""
                         *     }
                         */
                        transform: {
                            /** @default false */
                            enabled: boolean;
                            /** @default  */
                            template: string;
                        };
                        secret?: string;
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                        heldBack?: {
                            /** @enum {string} */
                            reason: "rate" | "target";
                            waiting: number;
                            since: {
                                $date: number;
                            };
                        }[];
                    } | {
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /** @constant */
                        type: "email";
                        email: {
                            to: string[];
                            /** @default [] */
                            cc: string[];
                            subject: string;
                            /** @enum {string} */
                            bodyType: "json" | "html";
                            bodyTemplate: string;
                        };
                        secret?: string;
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                        heldBack?: {
                            /** @enum {string} */
                            reason: "rate" | "target";
                            waiting: number;
                            since: {
                                $date: number;
                            };
                        }[];
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    condition: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Without it, each delivery is tried once. */
                    retry?: {
                        attempts: number;
                        schedule: number[];
                    };
                    /**
                     * @description What is beyond it waits.
                     * @default 6000
                     */
                    maxPerMinute?: number;
                    /**
                     * @default http
                     * @constant
                     */
                    type?: "http";
                    url: string;
                    /** @default 5000 */
                    timeout_ms?: number;
                    /** @default {} */
                    headers?: {
                        [key: string]: string;
                    };
                    /**
                     * @default {
                     *       "enabled": false,
                     *       "template": ""
                     *     }
                     */
                    transform?: {
                        /** @default false */
                        enabled?: boolean;
                        /** @default  */
                        template?: string;
                    };
                    secret?: string;
                } | {
                    name: string;
                    condition: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Without it, each delivery is tried once. */
                    retry?: {
                        attempts: number;
                        schedule: number[];
                    };
                    /**
                     * @description What is beyond it waits.
                     * @default 6000
                     */
                    maxPerMinute?: number;
                    /** @constant */
                    type: "email";
                    email: {
                        to: string[];
                        /** @default [] */
                        cc?: string[];
                        subject: string;
                        /** @enum {string} */
                        bodyType: "json" | "html";
                        bodyTemplate: string;
                    };
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /**
                         * @default http
                         * @constant
                         */
                        type: "http";
                        url: string;
                        /** @default 5000 */
                        timeout_ms: number;
                        /** @default {} */
                        headers: {
                            [key: string]: string;
                        };
                        /**
                         * @default {
                         *       "enabled": false,
                         *       "template": ""
                         *     }
                         */
                        transform: {
                            /** @default false */
                            enabled: boolean;
                            /** @default  */
                            template: string;
                        };
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                        warnings?: string[];
                    } | {
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /** @constant */
                        type: "email";
                        email: {
                            to: string[];
                            /** @default [] */
                            cc: string[];
                            subject: string;
                            /** @enum {string} */
                            bodyType: "json" | "html";
                            bodyTemplate: string;
                        };
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                        warnings?: string[];
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    condition?: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Without it, each delivery is tried once. */
                    retry?: {
                        attempts: number;
                        schedule: number[];
                    };
                    /**
                     * @description What is beyond it waits.
                     * @default 6000
                     */
                    maxPerMinute?: number;
                    /**
                     * @default http
                     * @constant
                     */
                    type?: "http";
                    url?: string;
                    /** @default 5000 */
                    timeout_ms?: number;
                    /** @default {} */
                    headers?: {
                        [key: string]: string;
                    };
                    /**
                     * @default {
                     *       "enabled": false,
                     *       "template": ""
                     *     }
                     */
                    transform?: {
                        /** @default false */
                        enabled?: boolean;
                        /** @default  */
                        template?: string;
                    };
                    secret?: string;
                } | {
                    name?: string;
                    condition?: string;
                    /** @default true */
                    enabled?: boolean;
                    /** @description Without it, each delivery is tried once. */
                    retry?: {
                        attempts: number;
                        schedule: number[];
                    };
                    /**
                     * @description What is beyond it waits.
                     * @default 6000
                     */
                    maxPerMinute?: number;
                    /** @constant */
                    type?: "email";
                    email?: {
                        to: string[];
                        /** @default [] */
                        cc?: string[];
                        subject: string;
                        /** @enum {string} */
                        bodyType: "json" | "html";
                        bodyTemplate: string;
                    };
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /**
                         * @default http
                         * @constant
                         */
                        type: "http";
                        url: string;
                        /** @default 5000 */
                        timeout_ms: number;
                        /** @default {} */
                        headers: {
                            [key: string]: string;
                        };
                        /**
                         * @default {
                         *       "enabled": false,
                         *       "template": ""
                         *     }
                         */
                        transform: {
                            /** @default false */
                            enabled: boolean;
                            /** @default  */
                            template: string;
                        };
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                        warnings?: string[];
                    } | {
                        name: string;
                        condition: string;
                        /** @default true */
                        enabled: boolean;
                        /** @description Without it, each delivery is tried once. */
                        retry?: {
                            attempts: number;
                            schedule: number[];
                        };
                        /**
                         * @description What is beyond it waits.
                         * @default 6000
                         */
                        maxPerMinute: number;
                        /** @constant */
                        type: "email";
                        email: {
                            to: string[];
                            /** @default [] */
                            cc: string[];
                            subject: string;
                            /** @enum {string} */
                            bodyType: "json" | "html";
                            bodyTemplate: string;
                        };
                        _id: string;
                        version: number;
                        secretHint: string;
                        previousUntil?: {
                            $date: number;
                        };
                        createdAt: {
                            $date: number;
                        };
                        updatedAt: {
                            $date: number;
                        };
                        warnings?: string[];
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description For how long the old secret signs beside the new one.
                     * @default 86400
                     */
                    graceSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        secretHint: string;
                        previousUntil: {
                            $date: number;
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description FIELD_HIDDEN: A hidden field can not be used */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    event?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        request: ({
                            /**
                             * @default http
                             * @constant
                             */
                            type: "http";
                            method: string;
                            url: string;
                            headers: {
                                [key: string]: string;
                            };
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        } | {
                            /** @constant */
                            type: "email";
                            from: string;
                            to: string[];
                            cc: string[];
                            subject: string;
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        }) | null;
                        response: {
                            statusCode: number;
                            headers: {
                                [key: string]: string;
                            };
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        } | null;
                        error: {
                            stage: string;
                            code: string;
                            message: string;
                        } | null;
                        timings: {
                            renderMs: number | null;
                            dnsMs: number | null;
                            connectMs: number | null;
                            tlsMs: number | null;
                            firstByteMs: number | null;
                            totalMs: number;
                        };
                        exchange: {
                            /** @enum {string} */
                            kind: "sample" | "event";
                            eventId: string;
                            method: string;
                            path: string;
                            statusCode: number | null;
                            matched: boolean;
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description WEBHOOKS_PLUGIN_DISABLED: Webhooks are switched off */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLogs: {
        parameters: {
            query?: {
                /** @description Path of the triggering request: this one, or one below it. */
                path?: string;
                /** @description Of the target's answer: a status code like 404, or a class like 5xx. */
                statusCode?: string;
                /** @description Literal text of the summary, or method and path. */
                q?: string;
                status?: "pending" | "success" | "failed" | "skipped";
                /** @description ISO 8601 or epoch ms: events at or after it. */
                from?: string | (string);
                /** @description ISO 8601 or epoch ms: events before it. */
                to?: string | (string);
                /** @description Most entries of a page. */
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            _id: string;
                            webhookId: string;
                            eventId: string;
                            timestamp: {
                                $date: number;
                            };
                            /** @enum {string} */
                            status: "pending" | "success" | "failed" | "skipped";
                            durationMs: number;
                            attempt: number;
                            summary: string;
                            nextAttemptAt?: {
                                $date: number;
                            };
                            redeliveryOf?: string;
                        }[];
                        next: string | null;
                        /** @description Events of this time, by whole hours, that are not stored: skipped entries that are missing. */
                        notStored?: number;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    clearLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cleared */
            204: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tailLogs: {
        parameters: {
            query?: {
                status?: "success" | "failed" | "skipped";
            };
            header?: {
                /** @description The last message that was read of a stream; what came after it is sent first. */
                "Last-Event-ID"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events; `Last-Event-ID` goes on after a message. */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                logId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        webhookId: string;
                        eventId: string;
                        timestamp: {
                            $date: number;
                        };
                        /** @enum {string} */
                        status: "pending" | "success" | "failed" | "skipped";
                        durationMs: number;
                        attempt: number;
                        summary: string;
                        nextAttemptAt?: {
                            $date: number;
                        };
                        redeliveryOf?: string;
                        incomingRequest: {
                            method: string;
                            path: string;
                            query: string;
                            headers: {
                                [key: string]: string;
                            };
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        };
                        incomingResponse: {
                            statusCode: number;
                            headers: {
                                [key: string]: string;
                            };
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        } | null;
                        /** @description How many sign-ins the event stands for, all turned away within a minute; request and response are those of the first. */
                        turnedAway?: number;
                        conditionEvaluation: {
                            matched: boolean;
                            explanation: paths["/webhooks/{id}/logs/{logId}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$defs"]["__schema0"];
                        };
                        transformation: {
                            input: unknown;
                            output: string | null;
                            validJson: boolean | null;
                        } | null;
                        outgoingRequest: ({
                            /**
                             * @default http
                             * @constant
                             */
                            type: "http";
                            method: string;
                            url: string;
                            headers: {
                                [key: string]: string;
                            };
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        } | {
                            /** @constant */
                            type: "email";
                            from: string;
                            to: string[];
                            cc: string[];
                            subject: string;
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        }) | null;
                        response: {
                            statusCode: number;
                            headers: {
                                [key: string]: string;
                            };
                            body: {
                                text: string;
                                /** @enum {string} */
                                encoding: "utf8" | "base64";
                                length: number;
                                truncated: boolean;
                                /** @enum {string} */
                                state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
                            };
                        } | null;
                        error: {
                            stage: string;
                            code: string;
                            message: string;
                        } | null;
                        attempts: {
                            attempt: number;
                            at: {
                                $date: number;
                            };
                            /** @enum {string} */
                            status: "success" | "failed";
                            durationMs: number;
                            statusCode: number | null;
                            error: {
                                stage: string;
                                code: string;
                                message: string;
                            } | null;
                        }[];
                        $defs: {
                            __schema0: {
                                text: string;
                                result: boolean | "unknown";
                                reason: string;
                                children?: paths["/webhooks/{id}/logs/{logId}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$defs"]["__schema0"][];
                            };
                        };
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                logId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The body as it was sent, or one that is rendered anew by the webhook as it is now.
                     * @default same
                     * @enum {string}
                     */
                    render?: "same" | "again";
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _id: string;
                        webhookId: string;
                        eventId: string;
                        timestamp: {
                            $date: number;
                        };
                        /** @enum {string} */
                        status: "pending" | "success" | "failed" | "skipped";
                        durationMs: number;
                        attempt: number;
                        summary: string;
                        nextAttemptAt?: {
                            $date: number;
                        };
                        redeliveryOf?: string;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description WEBHOOKS_PLUGIN_DISABLED: Webhooks are switched off */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default failed
                     * @enum {string}
                     */
                    status?: "failed" | "success";
                    /** @description ISO 8601 or epoch ms: events at or after it. */
                    from?: number | (string | (string));
                    /** @description ISO 8601 or epoch ms: events before it. */
                    to?: number | (string | (string));
                    /**
                     * Format: starts_with
                     * @description Path of the triggering request: this one, or one below it.
                     */
                    path?: string;
                    /** @description Of the target's answer: a status code like 404, or a class like 5xx. */
                    statusCode?: string;
                    /** @description Literal text of the summary, or method and path. */
                    q?: string;
                    /**
                     * @description Counts, and delivers nothing.
                     * @default false
                     */
                    dryRun?: boolean;
                    /**
                     * @description The body as it was sent, or one that is rendered anew by the webhook as it is now.
                     * @default same
                     * @enum {string}
                     */
                    render?: "same" | "again";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matched: number;
                        redelivered: number;
                        /** @description That can not be delivered again; asked for by itself, each says why. */
                        refused: number;
                        /** @description There are more, or may be: send the request again for them. */
                        more: boolean;
                    };
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be. MALFORMED_JSON: The body is not valid JSON. VALIDATION_FAILED: A field is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description WEBHOOKS_PLUGIN_DISABLED: Webhooks are switched off */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description NOT_FOUND: Not found */
            404: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CONFLICT: The request conflicts with what is stored */
            409: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The body is too large */
            413: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tailEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last message that was read of a stream; what came after it is sent first. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events; `Last-Event-ID` goes on after a message. */
            200: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description BAD_QUERY: A query parameter is not as it must be */
            400: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description WEBHOOKS_PLUGIN_DISABLED: Webhooks are switched off */
            403: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED: Too much to do at the moment */
            503: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before the same request is sent again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other error */
            default: {
                headers: {
                    /** @description The id of this request, in the log too. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
