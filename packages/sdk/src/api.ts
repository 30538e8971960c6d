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
    "/whoami/may": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say which of some requests you may make */
        post: operations["checkOwnAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/whoami/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes your own password, and ends your other sessions */
        put: operations["changeOwnPassword"];
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
    "/acl/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a permission without saving it, and what it would change */
        post: operations["checkPermission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says which installation this is, of which version, with which settings */
        get: operations["showAbout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the processes of Sluice that run, with how they are */
        get: operations["listProcesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/check-import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says which parts of a service would be taken; writes nothing */
        post: operations["checkImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describes the API */
        get: operations["showOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the API as a page */
        get: operations["showDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows every error as a page */
        get: operations["showErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users */
        get: operations["listUsers"];
        put?: never;
        /** Create a user, or a list of them */
        post: operations["createUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** Read a user */
        get: operations["getUser"];
        /** Replace a user; without a password he keeps his */
        put: operations["replaceUser"];
        post?: never;
        /** Delete a user, and revoke his API keys */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Change fields of a user */
        patch: operations["patchUser"];
        trace?: never;
    };
    "/acl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the permissions */
        get: operations["listPermissions"];
        put?: never;
        /** Create a permission, or a list of them */
        post: operations["createPermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/acl/{id}": {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** Read a permission */
        get: operations["getPermission"];
        /** Replace a permission */
        put: operations["replacePermission"];
        post?: never;
        /** Delete a permission */
        delete: operations["deletePermission"];
        options?: never;
        head?: never;
        /** Change fields of a permission */
        patch: operations["patchPermission"];
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the collections */
        get: operations["listCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/acl/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change many permissions at once, all of them or none */
        post: operations["changePermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/acl/ignored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the stored permissions that are ignored, and why */
        get: operations["listIgnoredPermissions"];
        put?: never;
        post?: never;
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
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
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
        /** Change the properties of a collection, as at _meta */
        patch: operations["patchCollection"];
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
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
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
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
                name: string;
            };
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
            query?: {
                /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
                filter?: components["parameters"]["filter"];
            };
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
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
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
                id_type?: components["parameters"]["id_type"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
                id: components["parameters"]["id.3"];
            };
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
        /** Says that the collection of apps is there */
        put: operations["makeAppCollection"];
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
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        /** Read a GraphQL app */
        get: operations["showApp"];
        /** Replace a GraphQL app as a whole, or make it with an id of your choice */
        put: operations["replaceApp"];
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
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
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
            path: {
                /** @description The uri of an app. A slash in it stays a slash: %2F is refused. */
                uri: components["parameters"]["uri"];
            };
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
    "/keys/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say how often one of your own API keys was used, by day */
        get: operations["showOwnKeyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys": {
        parameters: {
            query?: {
                /** @description The holder. */
                user?: components["parameters"]["user"];
                /** @description One of the roles that the key carries. */
                role?: components["parameters"]["role"];
                state?: "active" | "expired";
                neverUsed?: boolean;
                /** @description It works now, and will not after so many days. */
                expiresWithinDays?: components["parameters"]["expiresWithinDays"];
                /** @description Not used for so many days; counts from its issue where it never was. */
                idleDays?: components["parameters"]["idleDays"];
            };
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
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        /** Show an API key of any user */
        get: operations["showAnyKey"];
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
    "/webhooks/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the deliveries of a webhook that is not saved */
        post: operations["listen"];
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
    "/webhooks/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count deliveries by time, with their latencies */
        get: operations["showStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the logs of all webhooks together, newest first */
        get: operations["listAllLogs"];
        put?: never;
        post?: never;
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
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        /** Show a webhook */
        get: operations["showWebhook"];
        /** Replace a webhook, or make it with an id of your choice */
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
    "/webhooks/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a webhook that are kept, newest first */
        get: operations["listWebhookVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a webhook as it was */
        get: operations["showWebhookVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a webhook what it was; it is checked like any other change, and becomes a new version */
        post: operations["restoreWebhookVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
            path: {
                id: components["parameters"]["id.3"];
            };
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
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find exchanges that are kept, newest first */
        get: operations["listAllEvents"];
        put?: never;
        post?: never;
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
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one exchange, and what each webhook did about it */
        get: operations["showEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Serve an assistant (Model Context Protocol) */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Explain which tools an assistant is offered, and why not the rest */
        post: operations["explainMcp"];
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
        /**
         * @description The body of every error (RFC 9457).
         * @example {
         *       "type": "/docs/errors#not-found",
         *       "title": "Not found",
         *       "status": 404,
         *       "code": "NOT_FOUND",
         *       "detail": "There is no document with this id.",
         *       "requestId": "019aa6b7-2c4e-7d10-9f0a-5b8c3d2e1f00"
         *     }
         */
        Problem: {
            type: string;
            title: string;
            status: number;
            code: components["schemas"]["ErrorCode"];
            /** @description What is wrong and what to do. */
            detail: string;
            errors?: {
                path: string;
                message: string;
                line?: number;
                column?: number;
            }[];
            /** @description The same as X-Request-Id. */
            requestId: string;
        };
        /** @enum {string} */
        ErrorCode: "MALFORMED_JSON" | "VALIDATION_FAILED" | "BAD_PATH" | "BAD_QUERY" | "BAD_FILTER" | "BAD_REQUEST" | "KEY_LIFETIME_TOO_LONG" | "UNAUTHENTICATED" | "INVALID_CREDENTIALS" | "INVALID_KEY" | "INVALID_TOKEN" | "FORBIDDEN" | "ORIGIN_NOT_ALLOWED" | "FIELD_HIDDEN" | "GRANT_TOO_LARGE" | "KEYS_PLUGIN_DISABLED" | "KEYS_PERMISSION_MISSING" | "KEY_ROLES_NOT_ALLOWED" | "KEY_CANNOT_MANAGE_KEYS" | "WEBHOOKS_PLUGIN_DISABLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "CONFLICT" | "IF_MATCH_REQUIRED" | "IDEMPOTENCY_KEY_IN_USE" | "KEY_LIMIT_REACHED" | "KEY_CAPACITY_REACHED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "EXPECTATION_FAILED" | "IDEMPOTENCY_KEY_REUSED" | "RATE_LIMITED" | "RESULT_TOO_LARGE" | "HEADERS_TOO_LARGE" | "INTERNAL" | "TRANSFER_CODING_UNKNOWN" | "UPSTREAM_FAILED" | "UNAVAILABLE" | "OVERLOADED" | "UPSTREAM_TIMEOUT";
        /**
         * @example {
         *       "id": "ada",
         *       "roles": [
         *         "crew"
         *       ],
         *       "via": "password",
         *       "service": {
         *         "id": "sluice",
         *         "version": "0.1.0",
         *         "tier": "shared",
         *         "defaultDatabase": "sluice"
         *       }
         *     }
         */
        Whoami: {
            id: string;
            roles: string[];
            /** @enum {string} */
            via: "password" | "key" | "session";
            key?: {
                id: string;
                name: string;
                roles: string[];
                expiresAt: components["schemas"]["WireDate"];
            };
            service: components["schemas"]["Service"];
        };
        /**
         * @description An instant, in epoch milliseconds.
         * @example {
         *       "$date": 1795514401000
         *     }
         */
        WireDate: {
            $date: number;
        };
        Service: {
            /** @description SERVICE_ID */
            id: string;
            version: string;
            /** @enum {string} */
            tier: "shared" | "dedicated";
            defaultDatabase: string;
        };
        ForeseenAccess: {
            allowed: boolean;
            /** @description The query, the headers or the body of the request decide. */
            depends: boolean;
            /** @description With which error it would be refused. */
            code: components["schemas"]["ErrorCode"] | null;
            /** @description The one that applies, where it is one for certain. */
            permission: string | null;
        };
        /**
         * @example {
         *       "access_token": "sls_…",
         *       "token_type": "Bearer",
         *       "expires_in": 900,
         *       "username": "ada",
         *       "roles": [
         *         "crew"
         *       ]
         *     }
         */
        SessionToken: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            expires_in: number;
            username: string;
            roles: string[];
        };
        /**
         * @example {
         *       "id": "webhooks",
         *       "state": "enabled"
         *     }
         */
        Plugin: {
            /** @enum {string} */
            id: "api-keys" | "webhooks";
            /** @enum {string} */
            state: "uninstalled" | "installed" | "disabled" | "enabled";
        };
        /**
         * @example {
         *       "allowed": true,
         *       "code": null,
         *       "permission": "crew-reads-routes",
         *       "reason": "The permission with the least priority of those that match.",
         *       "readFilter": {
         *         "origin": "SFO"
         *       },
         *       "writeFilter": null,
         *       "projectResponse": null,
         *       "mergeRequest": null,
         *       "unbound": [],
         *       "considered": [],
         *       "notShown": 0
         *     }
         */
        AclExplanation: {
            allowed: boolean;
            code: components["schemas"]["ErrorCode"] | null;
            permission: string | null;
            reason: string;
            readFilter: Record<string, unknown> | null;
            writeFilter: Record<string, unknown> | null;
            projectResponse: Record<string, unknown> | null;
            mergeRequest: Record<string, unknown> | null;
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
                explanation: components["schemas"]["ExplainedPart"];
            }[];
            notShown: number;
        };
        ExplainedPart: {
            text: string;
            result: boolean | "unknown";
            reason: string;
            children?: components["schemas"]["ExplainedPart"][];
        };
        PermissionVerdict: {
            valid: boolean;
            /** @description What a save would refuse it for. */
            errors: components["schemas"]["FieldError"][];
            /** @description Rules that are not applied everywhere. */
            warnings: components["schemas"]["FieldError"][];
            effects: {
                user?: string;
                roles?: string[];
                method: string;
                path: string;
                before: components["schemas"]["ForeseenAccess"];
                after: components["schemas"]["ForeseenAccess"];
            }[];
            /** @description Permissions that apply to one of these requests now, and that this one would come before. */
            shadows: string[];
            /** @description Permissions that come before it, at one of these requests that it would let in alone. */
            shadowedBy: string[];
        };
        FieldError: {
            path: string;
            message: string;
            line?: number;
            column?: number;
        };
        About: {
            service: components["schemas"]["Service"];
            process: {
                host: string;
                /** @description The version of Node.js. */
                node: string;
                platform: string;
            };
            /** @description Those of the gateway that answers, defaults included; the values of secrets are masked. */
            settings: {
                [key: string]: string;
            };
        };
        Process: {
            /**
             * Format: uuid
             * @description Another one at each start.
             */
            id: string;
            service: string;
            version: string;
            host: string;
            port: number;
            startedAt: components["schemas"]["WireDate"];
            seenAt: components["schemas"]["WireDate"];
            ready: boolean;
            /** @description What is not ready. */
            missing: string[];
            degraded: {
                dependency: string;
                since: components["schemas"]["WireDate"];
                effect: string;
            }[];
            /** @description As the metrics say them; absent where a process has none. */
            figures: {
                memoryBytes?: number;
                turnMs?: number;
                spoolBytes?: number;
                spoolMaxBytes?: number;
                spoolOldestSeconds?: number;
                busUnreadRecords?: number;
                busOldestOpenSeconds?: number;
                deliveriesWaiting?: number;
            };
        };
        /**
         * @example {
         *       "taken": 1,
         *       "warned": 0,
         *       "refused": 0,
         *       "documents": [
         *         {
         *           "kind": "collections",
         *           "index": 0,
         *           "id": "flights",
         *           "verdict": "taken"
         *         }
         *       ]
         *     }
         */
        ImportCheck: {
            taken: number;
            warned: number;
            refused: number;
            documents: {
                /** @enum {string} */
                kind: "gql-apps" | "acl" | "users" | "collections";
                index: number;
                id: string | null;
                /** @enum {string} */
                verdict: "taken" | "warned" | "refused";
                code?: components["schemas"]["ErrorCode"];
                detail?: string;
                errors?: components["schemas"]["FieldError"][];
                warnings?: components["schemas"]["FieldError"][];
            }[];
        };
        /**
         * @example {
         *       "collections": [
         *         "flights"
         *       ]
         *     }
         */
        ImportInput: {
            "gql-apps"?: Record<string, unknown>[];
            acl?: Record<string, unknown>[];
            users?: Record<string, unknown>[];
            /** @description Names; `<db>/<name>` in the dedicated tier. */
            collections?: string[];
        };
        /**
         * @description Who can sign in. Other fields are your own.
         * @example {
         *       "_id": "ada",
         *       "_etag": {
         *         "$oid": "6b03e00a89fb6746dd7a3ad2"
         *       },
         *       "roles": [
         *         "crew"
         *       ]
         *     }
         */
        User: {
            _id: string;
            _etag?: components["schemas"]["ObjectId"];
            roles: string[];
            /** @description Whether he is kept from signing in. */
            disabled?: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description 24 hexadecimal digits.
         * @example {
         *       "$oid": "6b03e00a89fb6746dd7a3ad2"
         *     }
         */
        ObjectId: {
            $oid: string;
        };
        /**
         * @example {
         *       "inserted": 1,
         *       "matched": 0,
         *       "modified": 0,
         *       "deleted": 0,
         *       "links": [
         *         "/routes/6b03e00a89fb6746dd7a3ad2"
         *       ]
         *     }
         */
        BulkResult: {
            inserted: number;
            matched: number;
            modified: number;
            deleted: number;
            /** @description The paths of the documents that were stored */
            links: string[];
            errors?: {
                index: number;
                httpStatus: number;
                code: components["schemas"]["ErrorCode"];
                message: string;
            }[];
            /** @description Of permissions that were stored: rules that are not applied everywhere */
            _warnings?: {
                index: number;
                path: string;
                message: string;
            }[];
        };
        /**
         * @example {
         *       "_id": "ada",
         *       "roles": [
         *         "crew"
         *       ],
         *       "password": "correct horse battery staple"
         *     }
         */
        UserInput: {
            _id?: string;
            _etag?: components["schemas"]["ObjectId"];
            roles: string[];
            /** @description Whether he is kept from signing in. */
            disabled?: boolean;
            /** @description A new user needs it, or a `passwordHash`. */
            password?: string;
            /** @description bcrypt or argon2id; from root users alone. */
            passwordHash?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A document. Types that JSON lacks are Extended JSON; dates are {"$date": <epoch ms>}.
         * @example {
         *       "_id": {
         *         "$oid": "6b03e00a89fb6746dd7a3ad2"
         *       },
         *       "origin": "SFO",
         *       "destination": "JFK",
         *       "flights": 12
         *     }
         */
        Document: Record<string, unknown>;
        /**
         * @example {
         *       "_id": "read-flights",
         *       "roles": [
         *         "reader"
         *       ],
         *       "predicate": "path('/flights')",
         *       "_etag": {
         *         "$oid": "6b03e00a89fb6746dd7a3ad2"
         *       }
         *     }
         */
        Permission: {
            _etag?: components["schemas"]["ObjectId"];
            description?: string;
            roles: string[];
            predicate: string;
            priority?: number;
            mongo?: {
                readFilter?: Record<string, unknown>;
                writeFilter?: Record<string, unknown>;
                mergeRequest?: Record<string, unknown>;
                projectResponse?: {
                    [key: string]: 0 | 1;
                };
                allowManagementRequests?: boolean;
                allowBulkPatch?: boolean;
                allowBulkDelete?: boolean;
                allowWriteMode?: boolean;
            };
            apiKeys?: {
                roles: string[];
                "max-expires-in-days"?: number;
                "max-keys-per-user"?: number;
            };
            keyRules?: components["schemas"]["KeyRules"];
            mcp?: components["schemas"]["McpPolicy"];
            /** @description Of a write: what has no effect, or not everywhere. */
            _warnings?: components["schemas"]["FieldError"][];
            _id: components["schemas"]["DocumentId"];
        } & {
            [key: string]: unknown;
        };
        KeyRules: {
            allowedIps?: (string)[];
            rateLimit?: number;
        };
        McpPolicy: {
            tools?: string[];
            collections?: string[];
            apps?: string[];
            write?: boolean;
            /** @enum {string} */
            confirm?: "offer" | "require" | "off";
            maxResultBytes?: number;
        };
        /**
         * @description A text, an ObjectId, a number or another value; types that JSON lacks are Extended JSON.
         * @example JFK
         */
        DocumentId: string | number | boolean | Record<string, unknown> | null;
        /**
         * @example {
         *       "_id": "read-flights",
         *       "roles": [
         *         "reader"
         *       ],
         *       "predicate": "path('/flights')"
         *     }
         */
        PermissionInput: {
            _etag?: components["schemas"]["ObjectId"];
            description?: string;
            roles: string[];
            predicate: string;
            priority?: number;
            mongo?: {
                readFilter?: Record<string, unknown>;
                writeFilter?: Record<string, unknown>;
                mergeRequest?: Record<string, unknown>;
                projectResponse?: {
                    [key: string]: 0 | 1;
                };
                allowManagementRequests?: boolean;
                allowBulkPatch?: boolean;
                allowBulkDelete?: boolean;
                allowWriteMode?: boolean;
            };
            apiKeys?: {
                roles: string[];
                "max-expires-in-days"?: number;
                "max-keys-per-user"?: number;
            };
            keyRules?: components["schemas"]["KeyRulesInput"];
            mcp?: components["schemas"]["McpPolicyInput"];
            /** @description Of a write: what has no effect, or not everywhere. */
            _warnings?: components["schemas"]["FieldError"][];
            _id?: components["schemas"]["DocumentId"];
        };
        KeyRulesInput: {
            allowedIps?: (string)[];
            rateLimit?: number;
        };
        McpPolicyInput: {
            tools?: string[];
            collections?: string[];
            apps?: string[];
            write?: boolean;
            /** @enum {string} */
            confirm?: "offer" | "require" | "off";
            maxResultBytes?: number;
        };
        /**
         * @example {
         *       "_id": "routes",
         *       "_etag": {
         *         "$oid": "6b03e00a89fb6746dd7a3ad2"
         *       },
         *       "hasSchema": false,
         *       "aggrs": [
         *         "busiest"
         *       ],
         *       "documents": 5366,
         *       "indexes": 2
         *     }
         */
        ListedCollection: {
            /** @description The name of the collection */
            _id: string;
            /** @description Its version, for `If-Match` */
            _etag: components["schemas"]["ObjectId"];
            description?: string;
            /** @description Whether documents have to fit a JSON Schema */
            hasSchema: boolean;
            /** @description The names of its stored aggregations */
            aggrs: string[];
            /** @description About how many documents it has */
            documents: number;
            /** @description How many indexes it has, that of `_id` counted */
            indexes: number;
        };
        PermissionChanges: {
            put: {
                _id: components["schemas"]["DocumentId"];
                isNew: boolean;
                /** @description Its ETag from now on, for `ifMatch`; none of what was only tried out */
                etag?: string;
                /** @description Rules that are not applied everywhere */
                _warnings?: components["schemas"]["FieldError"][];
            }[];
            deleted: components["schemas"]["DocumentId"][];
            /** @description Whether these permissions, once they are in force, let the caller make this request again */
            wouldStillAllow: {
                caller: boolean;
            };
        };
        IgnoredPermission: {
            _id: components["schemas"]["DocumentId"];
            /** @description Why it is none, field by field */
            errors: components["schemas"]["FieldError"][];
        };
        /**
         * @example {
         *       "_id": "routes",
         *       "_etag": {
         *         "$oid": "6b03e00a89fb6746dd7a3ad2"
         *       },
         *       "description": "Who flies where"
         *     }
         */
        Collection: {
            description?: string;
            aggrs?: {
                /** @constant */
                type: "pipeline";
                /** @description Its name: GET /<collection>/_aggrs/<uri> */
                uri: string;
                /** @description Stages of MongoDB; {"$var": "name"} stands for a value of avars */
                stages: Record<string, unknown>[];
            }[];
            /** @description JSON Schema that documents have to fit when they are written */
            jsonSchema?: Record<string, unknown>;
            /** @description The name of the collection */
            _id: string;
            /** @description Its version, for `If-Match` */
            _etag: components["schemas"]["ObjectId"];
        };
        /**
         * @example {
         *       "description": "Who flies where"
         *     }
         */
        CollectionPropertiesInput: {
            description?: string;
            aggrs?: {
                /** @constant */
                type: "pipeline";
                /** @description Its name: GET /<collection>/_aggrs/<uri> */
                uri: string;
                /** @description Stages of MongoDB; {"$var": "name"} stands for a value of avars */
                stages: Record<string, unknown>[];
            }[];
            /** @description JSON Schema that documents have to fit when they are written */
            jsonSchema?: Record<string, unknown>;
        };
        /**
         * @example {
         *       "_id": "origin_1",
         *       "keys": {
         *         "origin": 1
         *       },
         *       "ops": {},
         *       "key": {
         *         "origin": 1
         *       }
         *     }
         */
        Index: {
            _id: string;
            keys: {
                [key: string]: 1 | -1;
            };
            ops: {
                unique?: boolean;
                sparse?: boolean;
                expireAfterSeconds?: number;
                partialFilterExpression?: Record<string, unknown>;
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
            /** @description This and the fields behind it: what `keys` and `ops` say, once more. Sent back it says nothing. */
            key: {
                [key: string]: 1 | -1;
            };
            unique?: boolean;
            sparse?: boolean;
            expireAfterSeconds?: number;
            partialFilterExpression?: Record<string, unknown>;
            collation?: Record<string, unknown>;
        };
        IndexDefinitionInput: {
            keys: {
                [key: string]: 1 | -1;
            };
            /** @default {} */
            ops?: {
                unique?: boolean;
                sparse?: boolean;
                expireAfterSeconds?: number;
                partialFilterExpression?: Record<string, unknown>;
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
            _id?: unknown;
            key?: unknown;
            unique?: unknown;
            sparse?: unknown;
            expireAfterSeconds?: unknown;
            partialFilterExpression?: unknown;
            collation?: unknown;
        };
        /**
         * @example {
         *       "inserted": 0,
         *       "matched": 12,
         *       "modified": 12,
         *       "deleted": 0
         *     }
         */
        ManyResult: {
            inserted: number;
            matched: number;
            modified: number;
            deleted: number;
            errors?: {
                _id: components["schemas"]["DocumentId"];
                code: components["schemas"]["ErrorCode"];
                message: string;
            }[];
        };
        App: components["schemas"]["DraftedApp"] & {
            _id: components["schemas"]["DocumentId"];
            _etag?: components["schemas"]["ObjectId"];
        };
        /**
         * @example {
         *       "descriptor": {
         *         "name": "Flights",
         *         "enabled": true
         *       },
         *       "schema": "type Query { airport(iata: ID!): Airport } type Airport { city: String }",
         *       "mappings": {
         *         "Query": {
         *           "airport": {
         *             "db": "sluice",
         *             "collection": "airports",
         *             "find": {
         *               "_id": {
         *                 "$arg": "iata"
         *               }
         *             }
         *           }
         *         }
         *       }
         *     }
         */
        DraftedApp: {
            descriptor: components["schemas"]["AppDescriptor"];
            /** @description GraphQL SDL. */
            schema: string;
            mappings: {
                [key: string]: Record<string, unknown>;
            };
        };
        AppDescriptor: components["schemas"]["AppSettings"] & {
            name: string;
        };
        AppSettings: {
            name?: string;
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
            /**
             * @description collections: each collection is judged as well, as a request to it would be. Default: endpoint.
             * @enum {string}
             */
            access?: "endpoint" | "collections";
            limits?: {
                maxDepth?: number;
                maxAliases?: number;
                maxTokens?: number;
                maxDocuments?: number;
                timeoutMs?: number;
            };
        };
        AppInput: components["schemas"]["DraftedApp"] & {
            /** @description Made when it is left out. */
            _id?: components["schemas"]["DocumentId"];
        };
        /**
         * @example {
         *       "valid": true,
         *       "errors": []
         *     }
         */
        AppVerdict: {
            valid: boolean;
            errors: components["schemas"]["FieldError"][];
        };
        /**
         * @example {
         *       "plan": {
         *         "kind": "general",
         *         "bounds": {
         *           "documents": 10000,
         *           "timeMs": 5000,
         *           "commandsAtOnce": 8
         *         }
         *       },
         *       "fields": [
         *         {
         *           "path": "airport",
         *           "db": "sluice",
         *           "collection": "airports",
         *           "how": "find",
         *           "filter": {
         *             "_id": "SFO"
         *           },
         *           "limit": 1
         *         }
         *       ]
         *     }
         */
        AppExplanation: {
            /** @description The way of the query: flat copies the answer out of stored bytes; why it is general. */
            plan: {
                /** @enum {string} */
                kind: "general" | "flat";
                why?: string;
                bounds: {
                    documents: number;
                    timeMs: number;
                    commandsAtOnce: number;
                };
                isCut?: boolean;
            };
            fields: (components["schemas"]["StoreCommand"] & {
                path: string;
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
            })[];
            executed?: {
                commands: (components["schemas"]["StoreCommand"] & {
                    documents: number | null;
                    ms: number | null;
                    /** @description The index by which it was looked; null for a look at all documents. */
                    index: string | null;
                })[];
                /** @description How many commands there were; the first 200 are listed. */
                sent: number;
                errors: {
                    message: string;
                    path?: string;
                    code?: string;
                }[];
            };
        };
        StoreCommand: {
            db: string;
            collection: string;
            /** @enum {string} */
            how: "find" | "aggregate";
            filter?: Record<string, unknown> | null;
            stages?: Record<string, unknown>[] | null;
            sort?: {
                [key: string]: number;
            };
            skip?: number;
            limit?: number;
            projection?: {
                [key: string]: number;
            };
        };
        AppChangeInput: {
            descriptor?: components["schemas"]["AppSettings"];
            /** @description GraphQL SDL. */
            schema?: string;
            mappings?: {
                [key: string]: Record<string, unknown>;
            };
        };
        /**
         * @example {
         *       "version": 1,
         *       "at": {
         *         "$date": 1795514401000
         *       },
         *       "by": "ada",
         *       "etag": "6b03e00a89fb6746dd7a3ad2"
         *     }
         */
        AppVersion: {
            /** @description Counts from 1; never used twice. */
            version: number;
            /** @description When it was written. */
            at: components["schemas"]["WireDate"];
            /** @description Who wrote it; null where that is not known. */
            by: string | null;
            etag: string;
        };
        /**
         * @example {
         *       "data": {
         *         "airport": {
         *           "city": "San Francisco"
         *         }
         *       }
         *     }
         */
        GraphqlAnswer: {
            data?: Record<string, unknown> | null;
            errors?: {
                message: string;
                path?: (string | number)[];
                locations?: {
                    line: number;
                    column: number;
                }[];
                extensions?: {
                    code?: string;
                } & {
                    [key: string]: unknown;
                };
            }[];
            extensions?: Record<string, unknown>;
        };
        GraphqlAnswers: components["schemas"]["GraphqlAnswer"] | components["schemas"]["GraphqlAnswer"][];
        GraphqlInput: {
            /** @description The document; may be left out where it is named by its hash. */
            query?: string;
            variables?: Record<string, unknown>;
            operationName?: string;
            /** @description sha256:<hex> of a registered document. */
            documentId?: string;
            extensions?: {
                persistedQuery?: {
                    version: number;
                    sha256Hash: string;
                };
            };
        };
        IssuedKey: components["schemas"]["ApiKey"] & {
            /** @description The secret, shown this once: send it as "Authorization: Bearer <key>". */
            key: string;
        };
        /**
         * @example {
         *       "_id": "019aa6b7",
         *       "user": "ada",
         *       "name": "nightly import",
         *       "roles": [
         *         "crew"
         *       ],
         *       "createdAt": {
         *         "$date": 1795514401000
         *       },
         *       "expiresAt": {
         *         "$date": 1803290401000
         *       },
         *       "hint": "x7Qd"
         *     }
         */
        ApiKey: {
            _id: string;
            /** @description The holder: the key acts as this user. */
            user: string;
            name: string;
            /** @description The only roles that the key carries. */
            roles: string[];
            createdAt: components["schemas"]["WireDate"];
            /** @description From this instant on the key does not work. */
            expiresAt: components["schemas"]["WireDate"];
            /** @description Missing until the key is first used. */
            lastUsedAt?: components["schemas"]["WireDate"];
            /** @description The last four characters of the secret. */
            hint: string;
            /** @description From where it may be used, and how often in a minute. */
            keyRules?: components["schemas"]["KeyRules"];
            /** @description Until then the secret before the last rotation works too. */
            previousUntil?: components["schemas"]["WireDate"];
        };
        /**
         * @example {
         *       "canIssue": true,
         *       "permission": "crew-has-keys",
         *       "roles": [
         *         "crew"
         *       ],
         *       "maxExpiresInDays": 365,
         *       "defaultExpiresInDays": 90,
         *       "maxKeysPerUser": 10,
         *       "keysLeft": 9
         *     }
         */
        KeyPolicy: {
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
            code: components["schemas"]["ErrorCode"];
            detail: string;
        };
        /** @enum {string} */
        AuditAction: "key.issued" | "key.refused" | "key.rotated" | "key.revoked" | "plugin.installed" | "plugin.enabled" | "plugin.disabled" | "plugin.uninstalled" | "permission.saved" | "permission.deleted" | "user.saved" | "user.deleted" | "app.saved" | "app.deleted" | "webhook.saved" | "webhook.deleted" | "webhook.log-cleared" | "mail-server.saved" | "mail-server.deleted" | "sign-in.refused";
        InstantInput: string | (string);
        /**
         * @example {
         *       "_id": "019aa6bb",
         *       "at": {
         *         "$date": 1795514401000
         *       },
         *       "action": "key.issued",
         *       "actor": "ada",
         *       "from": "192.0.2.7",
         *       "key": {
         *         "id": "019aa6b7",
         *         "hint": "x7Qd",
         *         "user": "ada"
         *       }
         *     }
         */
        AuditEntry: {
            _id: string;
            at: components["schemas"]["WireDate"];
            action: components["schemas"]["AuditAction"];
            /** @description Who did it. */
            actor: string | null;
            /** @description The address of the client. */
            from: string | null;
            key?: {
                id: string;
                hint: string;
                user: string;
            };
            /** @description The id of what was saved, deleted or meant. */
            subject?: string;
            /** @description The names of the fields that were changed. */
            fields?: string[];
            detail?: string;
        };
        ListedWebhook: components["schemas"]["Webhook"] & {
            health?: components["schemas"]["WebhookHealth"];
        };
        Webhook: components["schemas"]["HttpWebhook"] | components["schemas"]["EmailWebhook"];
        /**
         * @example {
         *       "name": "New route",
         *       "condition": "path('/routes') and method('POST')",
         *       "enabled": true,
         *       "maxPerMinute": 6000,
         *       "type": "http",
         *       "url": "https://hooks.example.com/routes",
         *       "timeout_ms": 5000,
         *       "headers": {},
         *       "transform": {
         *         "enabled": false,
         *         "template": ""
         *       },
         *       "_id": "019aa6b7",
         *       "version": 1,
         *       "createdAt": {
         *         "$date": 1795514401000
         *       },
         *       "updatedAt": {
         *         "$date": 1795514401000
         *       }
         *     }
         */
        HttpWebhook: components["schemas"]["AnyWebhook"] & {
            /** @constant */
            type: "http";
            url: string;
            timeout_ms: number;
            headers: components["schemas"]["WebhookHeaders"];
            transform: components["schemas"]["WebhookTransform"];
            /** @description Without it, Standard Webhooks with headers that begin with webhook-. */
            signature?: components["schemas"]["WebhookSignature"];
        };
        AnyWebhook: {
            name: string;
            condition: string;
            enabled: boolean;
            /** @description Without it, each delivery is tried once. */
            retry?: components["schemas"]["RetryPolicy"];
            /** @description Switches the webhook off once so many deliveries in a row have failed, for so many days. */
            disableAfter?: components["schemas"]["DisableAfter"];
            /** @description Who is told by mail that the webhook fails, is held back, or was switched off. */
            contact?: components["schemas"]["MailAddress"][];
            /** @description What is beyond it waits. */
            maxPerMinute: number;
            _id: string;
            /** @description The version as If-Match takes it; left out by a dry run. */
            _etag?: string;
            version: number;
            /** @description Left out by a dry run, which makes none. */
            secretHint?: string;
            previousUntil?: components["schemas"]["WireDate"];
            /** @description It was switched off by its disableAfter, having failed since then. */
            autoDisabled?: {
                at: components["schemas"]["WireDate"];
                since: components["schemas"]["WireDate"];
                failures: number;
            };
            /** @description When it was switched on again; days and failures of disableAfter count from then. */
            switchedOnAt?: components["schemas"]["WireDate"];
            createdAt: components["schemas"]["WireDate"];
            updatedAt: components["schemas"]["WireDate"];
        };
        RetryPolicy: {
            attempts: number;
            schedule: number[];
        };
        DisableAfter: {
            failures: number;
            days: number;
        };
        MailAddress: string;
        WebhookHeaders: {
            [key: string]: string;
        };
        WebhookTransform: {
            enabled: boolean;
            template: string;
        };
        WebhookSignature: {
            /** @constant */
            scheme: "standard";
            prefix: string;
            second?: components["schemas"]["SecondSignature"];
        };
        SecondSignature: components["schemas"]["BodySignature"] | components["schemas"]["TimedSignature"];
        BodySignature: {
            /** @constant */
            scheme: "hmac-sha256";
            header: string;
            /** @enum {string} */
            encoding: "hex" | "base64";
            /** @description What stands before the signature, like sha256= */
            label: string;
            /** @description Written, and shown as a mask; the mask, sent back, leaves it as it is. */
            secret: string;
        };
        TimedSignature: {
            /** @constant */
            scheme: "timed-hmac-sha256";
            header: string;
            /** @description Written, and shown as a mask; the mask, sent back, leaves it as it is. */
            secret: string;
        };
        EmailWebhook: components["schemas"]["AnyWebhook"] & {
            /** @constant */
            type: "email";
            email: components["schemas"]["WebhookMail"];
        };
        WebhookMail: {
            to: components["schemas"]["MailAddress"][];
            cc: components["schemas"]["MailAddress"][];
            subject: string;
            /** @enum {string} */
            bodyType: "json" | "html";
            bodyTemplate: string;
        };
        WebhookHealth: {
            /** @enum {string} */
            state: "disabled" | "failing" | "held-back" | "idle" | "broad" | "healthy";
            since: components["schemas"]["WireDate"] | null;
            lastAt: components["schemas"]["WireDate"] | null;
            lastStatusCode: number | null;
            day: {
                success: number;
                failed: number;
            };
            share: number | null;
        };
        CreatedWebhook: components["schemas"]["Webhook"] & {
            warnings?: string[];
            /** @description Left out by a dry run, which makes none. */
            secret?: string;
        };
        WebhookInput: components["schemas"]["WebhookFormInput"];
        HttpWebhookInput: {
            name?: string;
            condition?: string;
            /** @default true */
            enabled?: boolean;
            /** @description Without it, each delivery is tried once. */
            retry?: components["schemas"]["RetryPolicyInput"];
            /** @description Switches the webhook off once so many deliveries in a row have failed, for so many days. */
            disableAfter?: components["schemas"]["DisableAfterInput"];
            /** @description Who is told by mail that the webhook fails, is held back, or was switched off. */
            contact?: components["schemas"]["MailAddressInput"][];
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
            headers?: components["schemas"]["WebhookHeadersInput"];
            /**
             * @default {
             *       "enabled": false,
             *       "template": ""
             *     }
             */
            transform?: components["schemas"]["WebhookTransformInput"];
            /** @description Without it, Standard Webhooks with headers that begin with webhook-. */
            signature?: components["schemas"]["WebhookSignatureInput"];
            secret?: string;
        };
        RetryPolicyInput: {
            attempts: number;
            schedule: number[];
        };
        DisableAfterInput: {
            failures: number;
            days: number;
        };
        MailAddressInput: string;
        WebhookHeadersInput: {
            [key: string]: string;
        };
        WebhookTransformInput: {
            /** @default false */
            enabled?: boolean;
            /** @default  */
            template?: string;
        };
        WebhookSignatureInput: {
            /**
             * @default standard
             * @constant
             */
            scheme?: "standard";
            /** @default webhook */
            prefix?: string;
            second?: components["schemas"]["SecondSignatureInput"];
        };
        SecondSignatureInput: components["schemas"]["BodySignatureInput"] | components["schemas"]["TimedSignatureInput"];
        BodySignatureInput: {
            /** @constant */
            scheme: "hmac-sha256";
            header: string;
            /**
             * @default hex
             * @enum {string}
             */
            encoding?: "hex" | "base64";
            /**
             * @description What stands before the signature, like sha256=
             * @default
             */
            label?: string;
            /** @description Written, and shown as a mask; the mask, sent back, leaves it as it is. */
            secret: string;
        };
        TimedSignatureInput: {
            /** @constant */
            scheme: "timed-hmac-sha256";
            header: string;
            /** @description Written, and shown as a mask; the mask, sent back, leaves it as it is. */
            secret: string;
        };
        EmailWebhookInput: {
            name?: string;
            condition?: string;
            /** @default true */
            enabled?: boolean;
            /** @description Without it, each delivery is tried once. */
            retry?: components["schemas"]["RetryPolicyInput"];
            /** @description Switches the webhook off once so many deliveries in a row have failed, for so many days. */
            disableAfter?: components["schemas"]["DisableAfterInput"];
            /** @description Who is told by mail that the webhook fails, is held back, or was switched off. */
            contact?: components["schemas"]["MailAddressInput"][];
            /**
             * @description What is beyond it waits.
             * @default 6000
             */
            maxPerMinute?: number;
            /** @constant */
            type?: "email";
            email?: components["schemas"]["WebhookMailInput"];
            secret?: string;
        };
        WebhookMailInput: {
            to: components["schemas"]["MailAddressInput"][];
            /** @default [] */
            cc?: components["schemas"]["MailAddressInput"][];
            subject: string;
            /** @enum {string} */
            bodyType: "json" | "html";
            bodyTemplate: string;
        };
        /**
         * @example {
         *       "name": "New route",
         *       "condition": "path('/routes')",
         *       "url": "https://hooks.example.com/routes"
         *     }
         */
        WebhookFormInput: (components["schemas"]["HttpWebhookInput"] & {
            name: string;
            condition: string;
            url: string;
        }) | (components["schemas"]["EmailWebhookInput"] & {
            name: string;
            condition: string;
            /** @constant */
            type: "email";
            email: components["schemas"]["WebhookMailInput"];
        });
        /**
         * @example {
         *       "host": "smtp.example.com",
         *       "port": 587,
         *       "secure": false,
         *       "user": "sluice",
         *       "from": "sluice@example.com",
         *       "updatedAt": {
         *         "$date": 1795514401000
         *       }
         *     }
         */
        MailServer: {
            host: string;
            port: number;
            secure: boolean;
            user?: string;
            from: components["schemas"]["MailAddress"];
            updatedAt: components["schemas"]["WireDate"];
        };
        /**
         * @example {
         *       "limit": 100,
         *       "used": 3,
         *       "left": 97,
         *       "resetsAt": {
         *         "$date": 1795564800000
         *       }
         *     }
         */
        MailAllowance: {
            limit: number;
            used: number;
            left: number;
            resetsAt: components["schemas"]["WireDate"];
        };
        /**
         * @example {
         *       "_id": "019aa6ba",
         *       "state": "running",
         *       "startedAt": {
         *         "$date": 1795514401000
         *       },
         *       "endsAt": {
         *         "$date": 1795514461000
         *       }
         *     }
         */
        Recording: {
            _id: string;
            /** @enum {string} */
            state: "running" | "ended";
            startedAt: components["schemas"]["WireDate"];
            endsAt: components["schemas"]["WireDate"];
        };
        RecordingDetail: components["schemas"]["Recording"] & {
            secondsLeft: number;
            total: number;
            events: components["schemas"]["RecordedExchange"][];
            suggestions: {
                condition: string;
                variables: string[];
                events: number;
            }[];
        };
        RecordedExchange: {
            _id: string;
            timestamp: components["schemas"]["WireDate"];
            durationMs: number;
            matched: string[];
            /**
             * @description How the caller has signed in.
             * @enum {string}
             */
            via: "none" | "password" | "key" | "session";
            /** @description What the program has said of itself in `Sluice-Client`. */
            client?: string;
            incomingRequest: components["schemas"]["LoggedIncomingRequest"];
            incomingResponse: components["schemas"]["LoggedResponse"] | null;
            /** @description How many sign-ins the event stands for, all turned away within a minute; request and response are those of the first. */
            turnedAway?: number;
            through?: components["schemas"]["ToolCallOrigin"];
        };
        LoggedIncomingRequest: {
            method: string;
            path: string;
            query: string;
            headers: {
                [key: string]: string;
            };
            body: components["schemas"]["LoggedBody"];
        };
        LoggedBody: {
            text: string;
            /** @enum {string} */
            encoding: "utf8" | "base64";
            length: number;
            truncated: boolean;
            /** @enum {string} */
            state: "captured" | "withheld" | "unreadable" | "none" | "dropped";
        };
        LoggedResponse: {
            statusCode: number;
            headers: {
                [key: string]: string;
            };
            body: components["schemas"]["LoggedBody"];
        };
        /** @description The tool of an assistant that made the request, and the id of the request to /mcp. */
        ToolCallOrigin: {
            /** @constant */
            kind: "mcp";
            tool: string;
            requestId: string;
        };
        /**
         * @example {
         *       "id": "slack",
         *       "title": "Slack message",
         *       "as": "json",
         *       "template": "{\"text\":\"{{summary}}\"}"
         *     }
         */
        WebhookTemplate: {
            id: string;
            title: string;
            /** @enum {string} */
            as: "json" | "html" | "subject" | "text";
            template: string;
            subject?: string;
        };
        /**
         * @example {
         *       "matched": true,
         *       "explanation": {
         *         "text": "path('/routes')",
         *         "result": true,
         *         "reason": "The path is /routes."
         *       },
         *       "recent": {
         *         "events": 1000,
         *         "matched": 12
         *       }
         *     }
         */
        ConditionCheck: {
            matched: boolean | null;
            explanation: components["schemas"]["ExplainedPart"] | null;
            recent: {
                events: number;
                matched: number;
            };
        };
        /**
         * @example {
         *       "condition": "path('/routes')",
         *       "secret": "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
         *     }
         */
        ListeningInput: {
            condition: string;
            /**
             * @default {
             *       "enabled": false,
             *       "template": ""
             *     }
             */
            transform?: components["schemas"]["WebhookTransformInput"];
            secret: string;
        };
        /**
         * @example {
         *       "ok": true,
         *       "request": null,
         *       "response": {
         *         "statusCode": 201,
         *         "headers": {},
         *         "body": {
         *           "text": "",
         *           "encoding": "utf8",
         *           "length": 0,
         *           "truncated": false,
         *           "state": "none"
         *         }
         *       },
         *       "error": null,
         *       "timings": {
         *         "renderMs": 0.2,
         *         "dnsMs": 1,
         *         "connectMs": 4.1,
         *         "tlsMs": 9.8,
         *         "firstByteMs": 31,
         *         "totalMs": 46.1
         *       },
         *       "exchange": {
         *         "kind": "sample",
         *         "eventId": "019aa6b8",
         *         "method": "POST",
         *         "path": "/routes",
         *         "statusCode": 201,
         *         "matched": true
         *       }
         *     }
         */
        WebhookTest: {
            ok: boolean;
            request: components["schemas"]["LoggedOutgoingRequest"] | null;
            response: components["schemas"]["LoggedResponse"] | null;
            error: components["schemas"]["DeliveryError"] | null;
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
        LoggedOutgoingRequest: components["schemas"]["LoggedHttpRequest"] | components["schemas"]["LoggedMail"];
        LoggedHttpRequest: {
            /** @constant */
            type: "http";
            method: string;
            url: string;
            headers: {
                [key: string]: string;
            };
            body: components["schemas"]["LoggedBody"];
        };
        LoggedMail: {
            /** @constant */
            type: "email";
            from: string;
            to: string[];
            cc: string[];
            subject: string;
            body: components["schemas"]["LoggedBody"];
        };
        DeliveryError: {
            stage: string;
            code: string;
            message: string;
        };
        WebhookStats: {
            /** @enum {string} */
            step: "1m" | "5m" | "15m" | "1h" | "6h" | "1d";
            buckets: {
                at: components["schemas"]["WireDate"];
                success: number;
                failed: number;
                pending: number;
                p50Ms: number | null;
                p95Ms: number | null;
            }[];
            /** @description The look has ended early: what is before it was not counted, and its buckets are left out. */
            countedFrom?: components["schemas"]["WireDate"];
            /**
             * @description More wait than were counted.
             * @constant
             */
            morePending?: true;
        };
        /**
         * @example {
         *       "items": [],
         *       "next": null
         *     }
         */
        LogPage: {
            items: components["schemas"]["LogEntry"][];
            next: string | null;
            /** @description In the log of one webhook: events of this time, by whole hours, that are not stored, which are skipped entries that are missing. */
            notStored?: number;
        };
        /**
         * @example {
         *       "_id": "019aa6b9",
         *       "webhookId": "019aa6b7",
         *       "eventId": "019aa6b8",
         *       "timestamp": {
         *         "$date": 1795514401000
         *       },
         *       "status": "success",
         *       "durationMs": 48.1,
         *       "attempt": 1,
         *       "summary": "POST /routes"
         *     }
         */
        LogEntry: {
            _id: string;
            webhookId: string;
            eventId: string;
            timestamp: components["schemas"]["WireDate"];
            /** @enum {string} */
            status: "pending" | "success" | "failed" | "skipped";
            durationMs: number;
            attempt: number;
            summary: string;
            nextAttemptAt?: components["schemas"]["WireDate"];
            /** @enum {string} */
            reason?: "disabled";
            redeliveryOf?: string;
        };
        WebhookNow: components["schemas"]["Webhook"] & {
            heldBack?: {
                /** @enum {string} */
                reason: "rate" | "target";
                waiting: number;
                since: components["schemas"]["WireDate"];
            }[];
        };
        SavedWebhook: components["schemas"]["Webhook"] & {
            warnings?: string[];
        };
        WebhookChangeInput: components["schemas"]["HttpWebhookInput"] | components["schemas"]["EmailWebhookInput"];
        /**
         * @example {
         *       "version": 1,
         *       "at": {
         *         "$date": 1795514401000
         *       },
         *       "by": "ada",
         *       "etag": "1"
         *     }
         */
        WebhookVersion: {
            /** @description Counts from 1; a webhook that is made anew under its old id goes on counting. */
            version: number;
            /** @description When it was written. */
            at: components["schemas"]["WireDate"];
            /** @description Who wrote it; null where that is not known. */
            by: string | null;
            etag: string;
        };
        LogEntryDetail: components["schemas"]["LogEntry"] & {
            incomingRequest: components["schemas"]["LoggedIncomingRequest"];
            incomingResponse: components["schemas"]["LoggedResponse"] | null;
            /** @description How many sign-ins the event stands for, all turned away within a minute; request and response are those of the first. */
            turnedAway?: number;
            through?: components["schemas"]["ToolCallOrigin"];
            repeat?: components["schemas"]["Repeat"];
            conditionEvaluation: {
                matched: boolean;
                explanation: components["schemas"]["ExplainedPart"];
            };
            transformation: {
                input: unknown;
                output: string | null;
                validJson: boolean | null;
            } | null;
            outgoingRequest: components["schemas"]["LoggedOutgoingRequest"] | null;
            response: components["schemas"]["LoggedResponse"] | null;
            error: components["schemas"]["DeliveryError"] | null;
            attempts: {
                attempt: number;
                at: components["schemas"]["WireDate"];
                /** @enum {string} */
                status: "success" | "failed";
                durationMs: number;
                statusCode: number | null;
                error: components["schemas"]["DeliveryError"] | null;
            }[];
        };
        /** @description Of a request that repeats another one with its Idempotency-Key: nothing was done. */
        Repeat: {
            /**
             * Format: uuid
             * @description The id of the first request, and of its event.
             */
            of: string;
            /** @description Whether it was given the answer of the first; else that was under way. */
            isKept: boolean;
        };
        InstantValueInput: number | components["schemas"]["InstantInput"];
        EventPage: {
            items: components["schemas"]["EventSummary"][];
            next: string | null;
            /** @description Events of this time, by whole hours, that are not stored: nobody knows whether they fit. */
            notStored?: number;
        };
        EventSummary: {
            _id: string;
            timestamp: components["schemas"]["WireDate"];
            durationMs: number;
            method: string;
            path: string;
            query: string;
            statusCode: number | null;
            user: string | null;
            /** @enum {string} */
            via: "none" | "password" | "key" | "session";
            client?: string;
            matched: string[];
            turnedAway?: number;
            through?: components["schemas"]["ToolCallOrigin"];
            repeat?: components["schemas"]["Repeat"];
        };
        EventDetail: {
            _id: string;
            timestamp: components["schemas"]["WireDate"];
            durationMs: number;
            /**
             * @description `unknown`: the gateway died before the answer of a write; the change may have happened.
             * @enum {string}
             */
            outcome: "completed" | "unknown";
            aborted: boolean;
            user: string | null;
            roles: string[];
            /** @enum {string} */
            via: "none" | "password" | "key" | "session";
            client?: string;
            /** @description The permission that let the request in. */
            permission: string | null;
            turnedAway?: number;
            through?: components["schemas"]["ToolCallOrigin"];
            repeat?: components["schemas"]["Repeat"];
            incomingRequest: components["schemas"]["LoggedIncomingRequest"];
            incomingResponse: components["schemas"]["LoggedResponse"] | null;
            webhooks: {
                webhookId: string;
                /** @description Null where the webhook is gone, and not known any more. */
                name: string | null;
                /** @enum {string} */
                status: "pending" | "success" | "failed" | "skipped";
                /** @description What came of it; of a skipped one, why. */
                summary: string;
                /** @description Newest first, up to 20: the delivery, and those that repeated it. None before it has begun. */
                entries: components["schemas"]["LogEntry"][];
            }[];
            /**
             * @description There are more webhooks than are shown.
             * @constant
             */
            more?: true;
        };
        McpExplanation: {
            allowed: boolean;
            permission: string | null;
            reason: string;
            write: boolean;
            tools: {
                name: string;
                listed: boolean;
                why: string;
            }[];
            collections: {
                name: string;
                writable: boolean;
            }[];
            apps: string[];
        };
    };
    responses: {
        /** @description The body is not valid JSON; A field is not as it must be */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description User name or password is wrong; The API key does not work; The token does not work; Sign in first */
        401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not allowed */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with what is stored */
        409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The document was changed by someone else */
        412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The media type is not supported */
        415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key came with another request before */
        422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests */
        429: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description What may happen to any request. X-Request-Id comes with every answer. */
        any: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        400.2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The filter, sort or projection is not allowed */
        400.3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A hidden field can not be used; Not allowed */
        403.2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with what is stored; The first request with this key is under way; An If-Match header is required */
        409.2: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with what is stored; An If-Match header is required */
        409.3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The filter, sort or projection is not allowed; The body is not valid JSON; A field is not as it must be */
        400.4: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An If-Match header is required */
        409.4: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with what is stored; The first request with this key is under way */
        409.5: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A field is not as it must be */
        400.5: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key would live longer than allowed; The body is not valid JSON; A field is not as it must be */
        400.6: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not allowed; No permission allows issuing keys; API keys are switched off; A key can not manage keys; A role is not allowed for a key */
        403.3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this key is under way; No more keys on this service; No more keys for this user */
        409.6: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not allowed; A key can not manage keys */
        403.4: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description User name or password is wrong; The API key does not work; The token does not work */
        401.2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A hidden field can not be used; Not allowed; A key can not manage keys */
        403.5: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not allowed; Webhooks are switched off */
        403.6: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this key is under way */
        409.7: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description OK */
        SessionToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SessionToken"];
            };
        };
        /** @description A page of HTML without a script. */
        Answer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html>… */
                "text/html": string;
            };
        };
        /** @description OK */
        BulkResult: {
            headers: {
                ETag: components["headers"]["ETag"];
                Location: components["headers"]["Location"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BulkResult"];
            };
        };
        /** @description OK */
        User: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description Not changed since the version of If-None-Match */
        "Answer.2": {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description OK */
        Permission: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Permission"];
            };
        };
        /** @description OK */
        DocumentList: {
            headers: {
                "X-Total-Count": components["headers"]["X-Total-Count"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Document"][];
                "text/plain": components["schemas"]["Document"][];
            };
        };
        /** @description OK */
        Collection: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Collection"];
            };
        };
        /** @description OK */
        ManyResult: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ManyResult"];
            };
        };
        /** @description The document as it is stored */
        Document: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Document"];
                "text/plain": components["schemas"]["Document"];
            };
        };
        /** @description The document is new (`wm=insert`, `wm=upsert`) */
        "Document.2": {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Document"];
                "text/plain": components["schemas"]["Document"];
            };
        };
        /** @description OK */
        App: {
            headers: {
                ETag: components["headers"]["ETag"];
                Location: components["headers"]["Location"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["App"];
            };
        };
        /** @description OK */
        "App.2": {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["App"];
            };
        };
        /** @description OK */
        "App.3": {
            headers: {
                ETag: components["headers"]["ETag"];
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["App"];
            };
        };
        /** @description Query documents by the SHA-256 of their text, in lower-case hex. */
        "Answer.3": {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: string;
                };
            };
        };
        /** @description The request is at fault; the errors say how. A well-formed one is answered with 200 where application/json is asked for. */
        GraphqlAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/graphql-response+json": components["schemas"]["GraphqlAnswer"];
                "application/json": components["schemas"]["GraphqlAnswer"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description OK */
        ApiKeyList: {
            headers: {
                "X-Total-Count": components["headers"]["X-Total-Count"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiKey"][];
            };
        };
        /** @description OK */
        "Answer.4": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "days": [
                 *         {
                 *           "day": "2026-11-21",
                 *           "requests": 1204
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Days on which it was used (UTC), the oldest first; the last seconds may be missing. */
                    days: {
                        day: string;
                        requests: number;
                    }[];
                };
            };
        };
        /** @description OK */
        MailServer: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MailServer"];
            };
        };
        /** @description OK */
        Recording: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Recording"];
            };
        };
        /** @description OK */
        WebhookTest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        /** @description OK */
        LogPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LogPage"];
            };
        };
        /** @description OK */
        SavedWebhook: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SavedWebhook"];
            };
        };
    };
    parameters: {
        /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
        dryRun: boolean;
        /** @description Only when this is still the ETag; else 412. */
        "If-Match": string;
        /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
        filter: string[];
        /** @description Each `field`, `-field`, or a JSON object of 1 and -1. Default `-_id`. */
        sort: string[];
        /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
        keys: string;
        page: number;
        pagesize: number;
        /** @description Adds `X-Total-Count`; `estimated` is faster and about right. */
        count: "true" | "false" | "estimated";
        id: string;
        /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
        "id.2": string;
        /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
        "If-None-Match": string;
        /** @description What to do with ids that are there, and with others. Default `update`: an unknown id is 404. Needs `allowWriteMode`. */
        wm: "update" | "insert" | "upsert";
        /** @description How BSON types are written. Default `standard`. */
        jsonMode: "standard" | "canonical" | "relaxed" | "shell";
        /** @description The name of a collection. */
        collection: string;
        /** @description Makes the `If-Match` header mandatory. */
        checkEtag: string;
        /** @description A string in quotes, new for each request: sent again with it within 24 hours, it is not carried out again, and answered as the first time. */
        "Idempotency-Key": string;
        "id.3": string;
        /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
        id_type: "STRING_OID" | "STRING" | "OID" | "NUMBER";
        /** @description As of a collection. */
        "wm.2": "update" | "insert" | "upsert";
        /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
        "id.4": string;
        version: string;
        /** @description The uri of an app. A slash in it stays a slash: %2F is refused. */
        uri: string;
        "page.2": number;
        "pagesize.2": number;
        /** @description The holder. */
        user: string;
        /** @description One of the roles that the key carries. */
        role: string;
        /** @description It works now, and will not after so many days. */
        expiresWithinDays: number;
        /** @description Not used for so many days; counts from its issue where it never was. */
        idleDays: number;
        /** @description ISO 8601 or epoch ms: events at or after it. */
        from: components["schemas"]["InstantInput"];
        /** @description ISO 8601 or epoch ms: events before it. */
        to: components["schemas"]["InstantInput"];
        cursor: string;
        /** @description The last message that was read of a stream; what came after it is sent first. */
        "Last-Event-ID": string;
        /** @description The id of a webhook, up to 16 of them; all where none is named. */
        webhook: string[];
        /** @description Path of the triggering request: this one, or one below it. */
        path: string;
        /** @description Of the target's answer: a status code like 404, or a class like 5xx. */
        statusCode: string;
        /** @description Literal text of the summary, or method and path. */
        q: string;
        /** @description Most entries of a page. */
        limit: number;
    };
    requestBodies: {
        CollectionPropertiesInput: {
            content: {
                "application/json": components["schemas"]["CollectionPropertiesInput"];
            };
        };
        AppInput: {
            content: {
                "application/json": components["schemas"]["AppInput"];
            };
        };
        WebhookInput: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
    };
    headers: {
        /** @description The id of this request, in the log too. */
        "X-Request-Id": string;
        /** @description Seconds to wait before the same request is sent again. */
        "Retry-After": number;
        /** @description The version, for If-Match and If-None-Match. */
        ETag: string;
        /** @description How many there are on all pages. */
        "X-Total-Count": number;
        /** @description Where it is found from now on. */
        Location: string;
        /** @description `true`: nothing was done; this is the first answer. */
        "Idempotent-Replayed": string;
    };
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Whoami"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    checkOwnAccess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "method": "GET",
                 *         "path": "/webhooks"
                 *       }
                 *     ]
                 */
                "application/json": {
                    method: string;
                    path: string & (unknown & unknown);
                }[];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "allowed": true,
                     *         "depends": false,
                     *         "code": null,
                     *         "permission": "crew-sees-webhooks"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ForeseenAccess"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current": "old password",
                 *       "new": "correct horse battery staple"
                 *     }
                 */
                "application/json": {
                    current: string;
                    new: string;
                };
            };
        };
        responses: {
            200: components["responses"]["SessionToken"];
            /** @description It is changed, and no session follows: sign in with the new one now. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
            200: components["responses"]["SessionToken"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plugin"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    changePluginState: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: "api-keys" | "webhooks";
                step: "install" | "enable" | "disable" | "uninstall";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plugin"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
                /**
                 * @example {
                 *       "user": "ada",
                 *       "method": "GET",
                 *       "path": "/routes"
                 *     }
                 */
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
                    /** @description Permissions that are judged as if they were saved, in the place of those with their ids. */
                    draft?: Record<string, unknown> | Record<string, unknown>[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AclExplanation"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    checkPermission: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permission": {
                 *         "_id": "crew-reads",
                 *         "roles": [
                 *           "crew"
                 *         ],
                 *         "predicate": "path('/routes') and method(GET)",
                 *         "priority": 5
                 *       },
                 *       "questions": [
                 *         {
                 *           "roles": [
                 *             "crew"
                 *           ],
                 *           "method": "GET",
                 *           "path": "/routes"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The whole permission. Without an `_id` it is a new one. */
                    permission: Record<string, unknown>;
                    /** @description Requests, each of a user or of somebody with some roles. Without them: what the predicate names, for each role of the permission. */
                    questions?: {
                        user?: string;
                        roles?: string[];
                        method: string;
                        path: string & (unknown & unknown);
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "errors": [],
                     *       "warnings": [],
                     *       "effects": [
                     *         {
                     *           "roles": [
                     *             "crew"
                     *           ],
                     *           "method": "GET",
                     *           "path": "/routes",
                     *           "before": {
                     *             "allowed": false,
                     *             "depends": false,
                     *             "code": "FORBIDDEN",
                     *             "permission": null
                     *           },
                     *           "after": {
                     *             "allowed": true,
                     *             "depends": false,
                     *             "code": null,
                     *             "permission": "crew-reads"
                     *           }
                     *         }
                     *       ],
                     *       "shadows": [],
                     *       "shadowedBy": []
                     *     }
                     */
                    "application/json": components["schemas"]["PermissionVerdict"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showAbout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service": {
                     *         "id": "sluice",
                     *         "version": "0.1.0",
                     *         "tier": "shared",
                     *         "defaultDatabase": "sluice"
                     *       },
                     *       "process": {
                     *         "host": "gateway-0",
                     *         "node": "v24.10.0",
                     *         "platform": "linux x64"
                     *       },
                     *       "settings": {
                     *         "PORT": "8080",
                     *         "MONGODB_URI": "[secret]"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["About"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listProcesses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0f8fad5b-d9cb-469f-a165-70867728950e",
                     *         "service": "gateway",
                     *         "version": "0.1.0",
                     *         "host": "gateway-0",
                     *         "port": 8080,
                     *         "startedAt": {
                     *           "$date": 1790000000000
                     *         },
                     *         "seenAt": {
                     *           "$date": 1790000010000
                     *         },
                     *         "ready": true,
                     *         "missing": [],
                     *         "degraded": [],
                     *         "figures": {
                     *           "memoryBytes": 104857600,
                     *           "turnMs": 0.3,
                     *           "spoolBytes": 0
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Process"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    checkImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportCheck"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document: this one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.1",
                     *       "info": {},
                     *       "paths": {},
                     *       "components": {}
                     *     }
                     */
                    "application/json": {
                        openapi: string;
                        info: unknown;
                        paths: unknown;
                        components: unknown;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400.2"];
            default: components["responses"]["any"];
        };
    };
    showDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Answer"];
            400: components["responses"]["400.2"];
            default: components["responses"]["any"];
        };
    };
    showErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Answer"];
            400: components["responses"]["400.2"];
            default: components["responses"]["any"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
                filter?: components["parameters"]["filter"];
                /** @description Each `field`, `-field`, or a JSON object of 1 and -1. Default `-_id`. */
                sort?: components["parameters"]["sort"];
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: components["parameters"]["keys"];
                page?: components["parameters"]["page"];
                pagesize?: components["parameters"]["pagesize"];
                /** @description Adds `X-Total-Count`; `estimated` is faster and about right. */
                count?: components["parameters"]["count"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"][];
                };
            };
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    createUsers: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"] | components["schemas"]["UserInput"][];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"] | components["schemas"]["BulkResult"];
                };
            };
            /** @description OK */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            207: components["responses"]["BulkResult"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.2"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    getUser: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: components["parameters"]["keys"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            304: components["responses"]["Answer.2"];
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    replaceUser: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description What to do with ids that are there, and with others. Default `update`: an unknown id is 404. Needs `allowWriteMode`. */
                wm?: components["parameters"]["wm"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            200: components["responses"]["User"];
            201: components["responses"]["User"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.3"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.3"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    patchUser: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description What to do with ids that are there, and with others. Default `update`: an unknown id is 404. Needs `allowWriteMode`. */
                wm?: components["parameters"]["wm"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roles": [
                 *         "crew",
                 *         "sales"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Document"];
            };
        };
        responses: {
            200: components["responses"]["User"];
            201: components["responses"]["User"];
            400: components["responses"]["400.4"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            409: components["responses"]["409.3"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listPermissions: {
        parameters: {
            query?: {
                /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
                filter?: components["parameters"]["filter"];
                /** @description Each `field`, `-field`, or a JSON object of 1 and -1. Default `-_id`. */
                sort?: components["parameters"]["sort"];
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: components["parameters"]["keys"];
                page?: components["parameters"]["page"];
                pagesize?: components["parameters"]["pagesize"];
                /** @description Adds `X-Total-Count`; `estimated` is faster and about right. */
                count?: components["parameters"]["count"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permission"][];
                };
            };
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    createPermissions: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionInput"] | components["schemas"]["PermissionInput"][];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permission"] | components["schemas"]["BulkResult"];
                };
            };
            /** @description OK */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permission"];
                };
            };
            207: components["responses"]["BulkResult"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.2"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    getPermission: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: components["parameters"]["keys"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Permission"];
            304: components["responses"]["Answer.2"];
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    replacePermission: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description What to do with ids that are there, and with others. Default `update`: an unknown id is 404. Needs `allowWriteMode`. */
                wm?: components["parameters"]["wm"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionInput"];
            };
        };
        responses: {
            200: components["responses"]["Permission"];
            201: components["responses"]["Permission"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.3"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    deletePermission: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.3"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    patchPermission: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description What to do with ids that are there, and with others. Default `update`: an unknown id is 404. Needs `allowWriteMode`. */
                wm?: components["parameters"]["wm"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "priority": 5
                 *     }
                 */
                "application/json": components["schemas"]["Document"];
            };
        };
        responses: {
            200: components["responses"]["Permission"];
            201: components["responses"]["Permission"];
            400: components["responses"]["400.4"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            409: components["responses"]["409.3"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listCollections: {
        parameters: {
            query?: {
                page?: components["parameters"]["page"];
                pagesize?: components["parameters"]["pagesize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedCollection"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    changePermissions: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: components["parameters"]["jsonMode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "put": [
                 *         {
                 *           "document": {
                 *             "_id": "read-flights",
                 *             "roles": [
                 *               "reader"
                 *             ],
                 *             "predicate": "path('/flights')"
                 *           },
                 *           "ifNoneMatch": "*"
                 *         }
                 *       ],
                 *       "delete": [
                 *         {
                 *           "id": "read-all",
                 *           "ifMatch": "\"6b03e00a89fb6746dd7a3ad2\""
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Permissions that are made, or put into the place of those with their ids
                     * @default []
                     */
                    put?: {
                        /** @description The whole permission, with its `_id` */
                        document: components["schemas"]["PermissionInput"] & {
                            _id: components["schemas"]["DocumentId"];
                        };
                        /** @description The ETag that was read, or `*`: only where it is still the one that is stored. */
                        ifMatch?: string;
                        /**
                         * @description Only where there is none of this `_id` yet.
                         * @constant
                         */
                        ifNoneMatch?: "*";
                    }[];
                    /**
                     * @description Permissions that are deleted
                     * @default []
                     */
                    delete?: {
                        id?: components["schemas"]["DocumentId"];
                        /** @description The ETag that was read, or `*`: only where it is still the one that is stored. */
                        ifMatch?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "put": [
                     *         {
                     *           "_id": "read-flights",
                     *           "isNew": true,
                     *           "etag": "\"6b03e00a89fb6746dd7a3ad2\""
                     *         }
                     *       ],
                     *       "deleted": [
                     *         "read-all"
                     *       ],
                     *       "wouldStillAllow": {
                     *         "caller": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PermissionChanges"];
                    "text/plain": components["schemas"]["PermissionChanges"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listIgnoredPermissions: {
        parameters: {
            query?: {
                page?: components["parameters"]["page"];
                pagesize?: components["parameters"]["pagesize"];
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: components["parameters"]["jsonMode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "crew",
                     *         "errors": [
                     *           {
                     *             "path": "predicate",
                     *             "message": "line 1, column 6: …",
                     *             "line": 1,
                     *             "column": 6
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["IgnoredPermission"][];
                    "text/plain": components["schemas"]["IgnoredPermission"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
                filter?: components["parameters"]["filter"];
                /** @description Each `field`, `-field`, or a JSON object of 1 and -1. Default `-_id`. */
                sort?: components["parameters"]["sort"];
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: components["parameters"]["keys"];
                page?: components["parameters"]["page"];
                pagesize?: components["parameters"]["pagesize"];
                /** @description Adds `X-Total-Count`; `estimated` is faster and about right. */
                count?: components["parameters"]["count"];
                /** @description Name or keys of the index to use. */
                hint?: string;
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: components["parameters"]["jsonMode"];
            };
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DocumentList"];
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    createCollection: {
        parameters: {
            query?: {
                /** @description What the request does anyway. Needs `allowWriteMode`. */
                wm?: "upsert";
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CollectionPropertiesInput"];
            };
        };
        responses: {
            /** @description It was there already */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description It is new */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    createDocuments: {
        parameters: {
            query?: {
                /** @description What to do with ids that are there, and with others. Default `insert`: an `_id` that is there is 409. `update` and `upsert` replace the document. Needs `allowWriteMode`. */
                wm?: "update" | "insert" | "upsert";
                /** @description Makes the `If-Match` header mandatory. */
                checkEtag?: components["parameters"]["checkEtag"];
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: components["parameters"]["jsonMode"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description A string in quotes, new for each request: sent again with it within 24 hours, it is not carried out again, and answered as the first time. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Document"] | components["schemas"]["Document"][];
            };
        };
        responses: {
            /** @description Every document of the list is stored; or the one that was sent, in the place of another (`wm`) */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"] | components["schemas"]["Document"];
                    "text/plain": components["schemas"]["BulkResult"] | components["schemas"]["Document"];
                };
            };
            /** @description The document as it is stored, which is new */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                    "text/plain": components["schemas"]["Document"];
                };
            };
            /** @description Some documents of the list are stored; `errors` says which are not, and why */
            207: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                    "text/plain": components["schemas"]["BulkResult"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.2"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    deleteCollection: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.4"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    patchCollection: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CollectionPropertiesInput"];
        responses: {
            200: components["responses"]["Collection"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    countDocuments: {
        parameters: {
            query?: {
                /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
                filter?: components["parameters"]["filter"];
            };
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "_size": 5366
                     *     }
                     */
                    "application/json": {
                        _size: number;
                    };
                };
            };
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    getCollectionMeta: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Collection"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    patchCollectionMeta: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CollectionPropertiesInput"];
        responses: {
            200: components["responses"]["Collection"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    runAggregation: {
        parameters: {
            query?: {
                /** @description JSON object: a value for each variable of the pipeline. */
                avars?: string;
                page?: components["parameters"]["page"];
                pagesize?: components["parameters"]["pagesize"];
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: components["parameters"]["jsonMode"];
            };
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DocumentList"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listIndexes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Index"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    createIndex: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keys": {
                 *         "origin": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IndexDefinitionInput"];
            };
        };
        responses: {
            /** @description It was there already */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Index"];
                };
            };
            /** @description It is new */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Index"];
                };
            };
            400: components["responses"]["400.4"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    deleteIndex: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The index is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    deleteMany: {
        parameters: {
            query?: {
                /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
                filter?: components["parameters"]["filter"];
            };
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ManyResult"];
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    patchMany: {
        parameters: {
            query?: {
                /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
                filter?: components["parameters"]["filter"];
                /** @description What the request does anyway. Needs `allowWriteMode`. */
                wm?: "update";
            };
            header?: never;
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "$inc": {
                 *         "flights": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Document"];
            };
        };
        responses: {
            200: components["responses"]["ManyResult"];
            /** @description Some are not changed: `errors` says why */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManyResult"];
                };
            };
            400: components["responses"]["400.4"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    getDocument: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
                id_type?: components["parameters"]["id_type"];
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: components["parameters"]["keys"];
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: components["parameters"]["jsonMode"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                    "text/plain": components["schemas"]["Document"];
                };
            };
            304: components["responses"]["Answer.2"];
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    replaceDocument: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
                id_type?: components["parameters"]["id_type"];
                /** @description Makes the `If-Match` header mandatory. */
                checkEtag?: components["parameters"]["checkEtag"];
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: components["parameters"]["jsonMode"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description What to do with ids that are there, and with others. Default `update`: an unknown id is 404. Needs `allowWriteMode`. */
                wm?: components["parameters"]["wm"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Document"];
            };
        };
        responses: {
            200: components["responses"]["Document"];
            201: components["responses"]["Document.2"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.3"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
                id_type?: components["parameters"]["id_type"];
                /** @description Makes the `If-Match` header mandatory. */
                checkEtag?: components["parameters"]["checkEtag"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.3"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    patchDocument: {
        parameters: {
            query?: {
                /** @description With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other. */
                id?: components["parameters"]["id.2"];
                /** @description How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`. */
                id_type?: components["parameters"]["id_type"];
                /** @description Makes the `If-Match` header mandatory. */
                checkEtag?: components["parameters"]["checkEtag"];
                /** @description How BSON types are written. Default `standard`. */
                jsonMode?: components["parameters"]["jsonMode"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description What to do with ids that are there, and with others. Default `update`: an unknown id is 404. Needs `allowWriteMode`. */
                wm?: components["parameters"]["wm"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The name of a collection. */
                collection: components["parameters"]["collection"];
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flights": 2
                 *     }
                 */
                "application/json": components["schemas"]["Document"];
            };
        };
        responses: {
            200: components["responses"]["Document"];
            201: components["responses"]["Document.2"];
            400: components["responses"]["400.4"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            409: components["responses"]["409.3"];
            412: components["responses"]["412"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listApps: {
        parameters: {
            query?: {
                /** @description Text in the name, description or uri, whatever its case. */
                q?: string;
                /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
                filter?: components["parameters"]["filter"];
                /** @description Each `field`, `-field`, or a JSON object of 1 and -1. Default `-_id`. */
                sort?: components["parameters"]["sort"];
                /** @description JSON object: fields with 1 (only these) or 0 (all but these). */
                keys?: components["parameters"]["keys"];
                page?: components["parameters"]["page"];
                pagesize?: components["parameters"]["pagesize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"][];
                };
            };
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    makeAppCollection: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                wm?: "upsert";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.5"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    createApp: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description As of a collection. */
                wm?: components["parameters"]["wm.2"];
            };
            header?: {
                /** @description A string in quotes, new for each request: sent again with it within 24 hours, it is not carried out again, and answered as the first time. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AppInput"];
        responses: {
            200: components["responses"]["App"];
            201: components["responses"]["App"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409.5"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    validateApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AppInput"];
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppVerdict"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
                /**
                 * @example {
                 *       "db": "sluice",
                 *       "collection": "airports"
                 *     }
                 */
                "application/json": {
                    db: string;
                    collection: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftedApp"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    explainApp: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "{ airport(iata: \"SFO\") { city } }"
                 *     }
                 */
                "application/json": {
                    query: string;
                    variables?: Record<string, unknown>;
                    operationName?: string;
                    /** @description Runs the query and tells what was asked in fact. */
                    execute?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppExplanation"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    countApps: {
        parameters: {
            query?: {
                /** @description Conditions, each a JSON object (MongoDB’s operators). All must hold. */
                filter?: components["parameters"]["filter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "_size": 1
                     *     }
                     */
                    "application/json": {
                        _size: number;
                    };
                };
            };
            400: components["responses"]["400.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showApp: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["App.2"];
            304: components["responses"]["Answer.2"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    replaceApp: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description As of a collection. */
                wm?: components["parameters"]["wm.2"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AppInput"];
        responses: {
            200: components["responses"]["App.3"];
            201: components["responses"]["App.3"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    deleteApp: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    updateApp: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description As of a collection. */
                wm?: components["parameters"]["wm.2"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "descriptor": {
                 *         "enabled": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AppChangeInput"];
            };
        };
        responses: {
            200: components["responses"]["App.3"];
            201: components["responses"]["App.3"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showAppSchema: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
            };
            header?: {
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example type Query { airport(iata: ID!): Airport } */
                    "text/plain": string;
                };
            };
            304: components["responses"]["Answer.2"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listAppVersions: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppVersion"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showAppVersion: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["App.2"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    restoreAppVersion: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["App.2"];
            400: components["responses"]["400.5"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listTrustedDocuments: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Answer.3"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    replaceTrustedDocuments: {
        parameters: {
            query?: {
                /** @description Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON. */
                id?: components["parameters"]["id.4"];
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            200: components["responses"]["Answer.3"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    runQueryByGet: {
        parameters: {
            query?: {
                /** @example { airport(iata: "SFO") { city } } */
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
                /** @description The uri of an app. A slash in it stays a slash: %2F is refused. */
                uri: components["parameters"]["uri"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": components["schemas"]["GraphqlAnswer"];
                    "application/json": components["schemas"]["GraphqlAnswer"];
                };
            };
            400: components["responses"]["GraphqlAnswer"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            /** @description The app takes no GET, or the document is no query. Allow: POST. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": components["schemas"]["GraphqlAnswer"];
                    "application/json": components["schemas"]["GraphqlAnswer"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["429"];
            /** @description The store does not answer: extensions.code is UNAVAILABLE. See Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": components["schemas"]["GraphqlAnswer"];
                    "application/json": components["schemas"]["GraphqlAnswer"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["any"];
        };
    };
    runQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The uri of an app. A slash in it stays a slash: %2F is refused. */
                uri: components["parameters"]["uri"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "{ airport(iata: \"SFO\") { city } }"
                 *     }
                 */
                "application/json": components["schemas"]["GraphqlInput"] | components["schemas"]["GraphqlInput"][];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "airport": {
                     *           "city": "San Francisco"
                     *         }
                     *       }
                     *     }
                     */
                    "application/graphql-response+json": components["schemas"]["GraphqlAnswers"];
                    "application/json": components["schemas"]["GraphqlAnswers"];
                };
            };
            400: components["responses"]["GraphqlAnswer"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            /** @description The store does not answer: extensions.code is UNAVAILABLE. See Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/graphql-response+json": components["schemas"]["GraphqlAnswers"];
                    "application/json": components["schemas"]["GraphqlAnswers"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["any"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Literal text that the name contains, whatever its case. */
                q?: string;
                page?: components["parameters"]["page.2"];
                pagesize?: components["parameters"]["pagesize.2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ApiKeyList"];
            401: components["responses"]["401"];
            403: components["responses"]["403.4"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A string in quotes, new for each request: sent again with it within 24 hours, it is not carried out again, and answered as the first time. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "nightly import",
                 *       "roles": [
                 *         "crew"
                 *       ],
                 *       "expiresIn": 90
                 *     }
                 */
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
            /** @description OK */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            400: components["responses"]["400.6"];
            401: components["responses"]["401"];
            403: components["responses"]["403.3"];
            409: components["responses"]["409.6"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyPolicy"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403.4"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key does not work any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403.4"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
                /**
                 * @example {
                 *       "key": "slk_…"
                 *     }
                 */
                "application/json": {
                    key: string;
                };
            };
        };
        responses: {
            /** @description If the secret was live, it is not any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401.2"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": {
                    /** @description For how long the old secret works on. */
                    graceSeconds: number;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.3"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showOwnKeyUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Answer.4"];
            401: components["responses"]["401"];
            403: components["responses"]["403.4"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listAllKeys: {
        parameters: {
            query?: {
                /** @description The holder. */
                user?: components["parameters"]["user"];
                /** @description One of the roles that the key carries. */
                role?: components["parameters"]["role"];
                state?: "active" | "expired";
                neverUsed?: boolean;
                /** @description It works now, and will not after so many days. */
                expiresWithinDays?: components["parameters"]["expiresWithinDays"];
                /** @description Not used for so many days; counts from its issue where it never was. */
                idleDays?: components["parameters"]["idleDays"];
                /** @description By which field; with a minus sign the other way round. */
                sort?: "createdAt" | "expiresAt" | "lastUsedAt" | "user" | "-createdAt" | "-expiresAt" | "-lastUsedAt" | "-user";
                page?: components["parameters"]["page.2"];
                pagesize?: components["parameters"]["pagesize.2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ApiKeyList"];
            401: components["responses"]["401"];
            403: components["responses"]["403.5"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    revokeKeys: {
        parameters: {
            query?: {
                /** @description The holder. */
                user?: components["parameters"]["user"];
                /** @description One of the roles that the key carries. */
                role?: components["parameters"]["role"];
                state?: "active" | "expired";
                neverUsed?: boolean;
                /** @description It works now, and will not after so many days. */
                expiresWithinDays?: components["parameters"]["expiresWithinDays"];
                /** @description Not used for so many days; counts from its issue where it never was. */
                idleDays?: components["parameters"]["idleDays"];
                /** @description Only count them. */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matched": 3,
                     *       "revoked": 3
                     *     }
                     */
                    "application/json": {
                        /** @description How many keys matched. */
                        matched: number;
                        /** @description How many of them do not work any more; 1000 at most per call, and as many as end within 5 s. Send the same again for the rest. */
                        revoked: number;
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403.5"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showAnyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403.4"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    revokeAnyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key does not work any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403.4"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showKeyUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Answer.4"];
            401: components["responses"]["401"];
            403: components["responses"]["403.5"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showAudit: {
        parameters: {
            query?: {
                /** @description One action, or all that begin with what ends in a dot. */
                action?: components["schemas"]["AuditAction"] | ("key." | "plugin." | "permission." | "user." | "app." | "webhook." | "mail-server." | "sign-in.");
                /** @description Who did it, whose key it was, or which user was written or refused. */
                user?: string;
                /** @description Who did it. */
                actor?: string;
                /** @description The id of the permission, user, app or webhook. */
                id?: string;
                /** @description The id of a key; it may be revoked long since. */
                key?: string;
                /** @description ISO 8601 or epoch ms: events at or after it. */
                from?: components["parameters"]["from"];
                /** @description ISO 8601 or epoch ms: events before it. */
                to?: components["parameters"]["to"];
                cursor?: components["parameters"]["cursor"];
                pagesize?: components["parameters"]["pagesize.2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [],
                     *       "next": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        next: string | null;
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403.4"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Literal text that name, condition, url, subject or a recipient contains. */
                q?: string;
                /** @description Only webhooks that send this. */
                type?: "http" | "email";
                /** @description What is shown besides: how each webhook does. */
                include?: "health";
                /** @description Only webhooks that do like this. */
                state?: "disabled" | "failing" | "held-back" | "idle" | "broad" | "healthy";
                page?: components["parameters"]["page.2"];
                pagesize?: components["parameters"]["pagesize.2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedWebhook"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description A string in quotes, new for each request: sent again with it within 24 hours, it is not carried out again, and answered as the first time. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["WebhookInput"];
        responses: {
            /** @description OK */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.6"];
            409: components["responses"]["409.7"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
            200: components["responses"]["MailServer"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    replaceMailServer: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "host": "smtp.example.com",
                 *       "port": 587,
                 *       "secure": false,
                 *       "user": "sluice",
                 *       "password": "correct horse",
                 *       "from": "sluice@example.com"
                 *     }
                 */
                "application/json": {
                    host: string;
                    port: number;
                    secure: boolean;
                    user?: string;
                    password?: string;
                    from: components["schemas"]["MailAddressInput"];
                };
            };
        };
        responses: {
            200: components["responses"]["MailServer"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    deleteMailServer: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailAllowance"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
            200: components["responses"]["Recording"];
            201: components["responses"]["Recording"];
            401: components["responses"]["401"];
            403: components["responses"]["403.6"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingDetail"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTemplate"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
                /**
                 * @example {
                 *       "template": "{\"flights\":{{flights}}}",
                 *       "as": "json",
                 *       "view": {
                 *         "flights": 2
                 *       }
                 *     }
                 */
                "application/json": {
                    template: string;
                    /** @enum {string} */
                    as: "json" | "html" | "subject" | "text";
                    view?: Record<string, unknown>;
                    /** Format: uuid */
                    event?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "output": "{\"flights\":2}",
                     *       "validJson": true,
                     *       "variables": [
                     *         "flights"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        output: string;
                        validJson: boolean | null;
                        variables: string[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
                /**
                 * @example {
                 *       "condition": "path('/routes')",
                 *       "exchange": {
                 *         "request": {
                 *           "method": "POST",
                 *           "path": "/routes"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    condition: string;
                    exchange?: {
                        request: {
                            method: string;
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConditionCheck"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listen: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last message that was read of a stream; what came after it is sent first. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListeningInput"];
            };
        };
        responses: {
            /** @description Server-sent events; `Last-Event-ID` goes on after a message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: delivery
                     *     data: {…}
                     */
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.6"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
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
                "application/json": components["schemas"]["WebhookFormInput"] & {
                    /** Format: uuid */
                    event?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookTest"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.6"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showStats: {
        parameters: {
            query?: {
                /** @description The id of a webhook, up to 16 of them; all where none is named. */
                webhook?: components["parameters"]["webhook"];
                /** @description ISO 8601 or epoch ms: events at or after it. Default: a day before `to`. */
                from?: components["schemas"]["InstantInput"];
                /** @description ISO 8601 or epoch ms: events before it. Default: now. */
                to?: components["schemas"]["InstantInput"];
                /**
                 * @description How long a bucket is; 1500 at most. Default: the shortest of which there are up to 300.
                 * @example 1h
                 */
                step?: "1m" | "5m" | "15m" | "1h" | "6h" | "1d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "step": "1h",
                     *       "buckets": [
                     *         {
                     *           "at": {
                     *             "$date": 1795514400000
                     *           },
                     *           "success": 118,
                     *           "failed": 2,
                     *           "pending": 0,
                     *           "p50Ms": 12.4,
                     *           "p95Ms": 48.1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookStats"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listAllLogs: {
        parameters: {
            query?: {
                /** @description Path of the triggering request: this one, or one below it. */
                path?: components["parameters"]["path"];
                /** @description Of the target's answer: a status code like 404, or a class like 5xx. */
                statusCode?: components["parameters"]["statusCode"];
                /** @description Literal text of the summary, or method and path. */
                q?: components["parameters"]["q"];
                /** @description ISO 8601 or epoch ms: events at or after it. */
                from?: components["parameters"]["from"];
                /** @description ISO 8601 or epoch ms: events before it. */
                to?: components["parameters"]["to"];
                /** @description Most entries of a page. */
                limit?: components["parameters"]["limit"];
                cursor?: components["parameters"]["cursor"];
                /** @description The id of a webhook, up to 16 of them; all where none is named. */
                webhook?: components["parameters"]["webhook"];
                /**
                 * @description May be sent several times.
                 * @example [
                 *       "failed"
                 *     ]
                 */
                status?: ("pending" | "success" | "failed")[];
                /**
                 * @description Where the last request went: its scheme, host and port count. `mail`: by mail.
                 * @example https://hooks.example.com
                 */
                target?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LogPage"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookNow"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    replaceWebhook: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["WebhookInput"];
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedWebhook"];
                };
            };
            /** @description OK */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.6"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChangeInput"];
            };
        };
        responses: {
            200: components["responses"]["SavedWebhook"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listWebhookVersions: {
        parameters: {
            query?: {
                page?: components["parameters"]["page.2"];
                pagesize?: components["parameters"]["pagesize.2"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookVersion"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showWebhookVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    restoreWebhookVersion: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SavedWebhook"];
            400: components["responses"]["400.5"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    rotateSecret: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as if it were done, and nothing is written. */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description Only when this is still the ETag; else 412. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
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
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_…",
                     *       "secretHint": "x7Qd",
                     *       "previousUntil": {
                     *         "$date": 1795518001000
                     *       }
                     *     }
                     */
                    "application/json": {
                        secret?: string;
                        secretHint?: string;
                        previousUntil: components["schemas"]["WireDate"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.2"];
            404: components["responses"]["404"];
            412: components["responses"]["412"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** Format: uuid */
                    event?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookTest"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.6"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listLogs: {
        parameters: {
            query?: {
                /** @description Path of the triggering request: this one, or one below it. */
                path?: components["parameters"]["path"];
                /** @description Of the target's answer: a status code like 404, or a class like 5xx. */
                statusCode?: components["parameters"]["statusCode"];
                /** @description Literal text of the summary, or method and path. */
                q?: components["parameters"]["q"];
                /** @description ISO 8601 or epoch ms: events at or after it. */
                from?: components["parameters"]["from"];
                /** @description ISO 8601 or epoch ms: events before it. */
                to?: components["parameters"]["to"];
                /** @description Most entries of a page. */
                limit?: components["parameters"]["limit"];
                cursor?: components["parameters"]["cursor"];
                /** @description May be sent several times. */
                status?: ("pending" | "success" | "failed" | "skipped")[];
            };
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LogPage"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    clearLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cleared */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    tailLogs: {
        parameters: {
            query?: {
                status?: "success" | "failed" | "skipped";
            };
            header?: {
                /** @description The last message that was read of a stream; what came after it is sent first. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events; `Last-Event-ID` goes on after a message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: entry
                     *     data: {…}
                     */
                    "text/event-stream": unknown;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
                logId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEntryDetail"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    redeliverLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
                logId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "render": "again"
                 *     }
                 */
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
            /** @description OK */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEntry"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.6"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    redeliverLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "failed",
                 *       "dryRun": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Of those that were skipped, only what the webhook, or webhooks, were switched off for.
                     * @default failed
                     * @enum {string}
                     */
                    status?: "failed" | "success" | "skipped";
                    /** @description ISO 8601 or epoch ms: events at or after it. */
                    from?: components["schemas"]["InstantValueInput"];
                    /** @description ISO 8601 or epoch ms: events before it. */
                    to?: components["schemas"]["InstantValueInput"];
                    /** @description Path of the triggering request: this one, or one below it. */
                    path?: string;
                    /** @description Of the target's answer: a status code like 404, or a class like 5xx. */
                    statusCode?: string;
                    /** @description Literal text of the summary, or method and path. */
                    q?: string;
                    /**
                     * Format: uuid
                     * @description The `next` of the answer before: entries older than that.
                     */
                    cursor?: string;
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matched": 3,
                     *       "redelivered": 0,
                     *       "refused": 0,
                     *       "more": false
                     *     }
                     */
                    "application/json": {
                        matched: number;
                        redelivered: number;
                        /** @description That can not be delivered again; asked for by itself, each says why. */
                        refused: number;
                        /** @description Where the look has ended, if it did not see the whole log. */
                        next?: string;
                        /** @description There are more, or may be: send the request again for them. */
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403.6"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    listAllEvents: {
        parameters: {
            query?: {
                /** @description ISO 8601 or epoch ms: events at or after it. */
                from?: components["parameters"]["from"];
                /** @description ISO 8601 or epoch ms: events before it. */
                to?: components["parameters"]["to"];
                /** @description Most entries of a page. */
                limit?: components["parameters"]["limit"];
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description Path of the triggering request: this one, or one below it.
                 * @example /orders
                 */
                path?: string;
                /**
                 * @description Of the request.
                 * @example POST
                 */
                method?: string;
                /**
                 * @description Of the answer: a status code like 404, or a class like 5xx.
                 * @example 2xx
                 */
                status?: string;
                /** @description The id of who made the request. */
                user?: string;
                /** @description What the program has said of itself in `Sluice-Client`, with its version or without. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "_id": "019ac0de-7a00-7000-8000-000000000001",
                     *           "timestamp": {
                     *             "$date": 1795514400000
                     *           },
                     *           "durationMs": 7,
                     *           "method": "POST",
                     *           "path": "/orders",
                     *           "query": "",
                     *           "statusCode": 201,
                     *           "user": "amelia",
                     *           "via": "key",
                     *           "matched": []
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    tailEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last message that was read of a stream; what came after it is sent first. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events; `Last-Event-ID` goes on after a message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: exchange
                     *     data: {…}
                     */
                    "text/event-stream": unknown;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403.6"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    showEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id.3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "_id": "019ac0de-7a00-7000-8000-000000000001",
                     *       "timestamp": {
                     *         "$date": 1795514400000
                     *       },
                     *       "durationMs": 7,
                     *       "outcome": "completed",
                     *       "aborted": false,
                     *       "user": "amelia",
                     *       "roles": [
                     *         "sales"
                     *       ],
                     *       "via": "key",
                     *       "permission": "sales-write",
                     *       "incomingRequest": {
                     *         "method": "POST",
                     *         "path": "/orders",
                     *         "query": "",
                     *         "headers": {},
                     *         "body": {
                     *           "text": "",
                     *           "encoding": "utf8",
                     *           "length": 0,
                     *           "truncated": false,
                     *           "state": "none"
                     *         }
                     *       },
                     *       "incomingResponse": {
                     *         "statusCode": 201,
                     *         "headers": {},
                     *         "body": {
                     *           "text": "",
                     *           "encoding": "utf8",
                     *           "length": 0,
                     *           "truncated": false,
                     *           "state": "none"
                     *         }
                     *       },
                     *       "webhooks": []
                     *     }
                     */
                    "application/json": components["schemas"]["EventDetail"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    callMcp: {
        parameters: {
            query?: {
                /** @description Patterns, with commas: only those of the permission that fit. */
                tools?: string;
                /** @description The same of collections. */
                collections?: string;
                /** @description The same of apps. */
                apps?: string;
                /** @description `false`: no tool that writes. */
                write?: boolean;
                /** @description Less than the permission says. */
                maxResultBytes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "ping"
                 *     }
                 */
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description JSON-RPC 2.0 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {}
                     *     }
                     */
                    "application/json": Record<string, unknown>;
                    "text/event-stream": unknown;
                };
            };
            /** @description Taken */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description JSON-RPC 2.0 */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            /** @description JSON-RPC 2.0 */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
            /** @description JSON-RPC 2.0 */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
    explainMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roles": [
                 *         "assistant"
                 *       ]
                 *     }
                 */
                "application/json": {
                    user?: string;
                    roles?: string[];
                    /** @description The id of a key, never its secret. */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "allowed": true,
                     *       "permission": "assistant",
                     *       "reason": "The permission \"assistant\" lets this caller in.",
                     *       "write": false,
                     *       "tools": [
                     *         {
                     *           "name": "whoami",
                     *           "listed": true,
                     *           "why": "A request of it could be let in."
                     *         }
                     *       ],
                     *       "collections": [
                     *         {
                     *           "name": "routes",
                     *           "writable": false
                     *         }
                     *       ],
                     *       "apps": [
                     *         "flights"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["McpExplanation"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["any"];
        };
    };
}
