/** What a template thread is asked to do. Plain data: it is copied into the thread. */
export type TemplateTask =
  | { readonly kind: 'check'; readonly template: string; readonly mimeType: string }
  | {
      readonly kind: 'render';
      readonly template: string;
      readonly mimeType: string;
      /** As protobuf. It is opened in the thread. */
      readonly notification: Uint8Array;
      readonly baseUrl: string;
      /** Further variables, beside those made of the notification. */
      readonly variables: Readonly<Record<string, unknown>>;
    };

/** `problem`: the template cannot be read, or goes beyond its limits. */
export type TemplateResult = { readonly content: string } | { readonly problem: string };
