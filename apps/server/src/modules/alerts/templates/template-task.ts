/** The input of the template thread. Plain data: it is copied into the thread. */
export type TemplateTask =
  | { readonly kind: 'check'; readonly template: string; readonly mimeType: string }
  | {
      readonly kind: 'render';
      readonly template: string;
      readonly mimeType: string;
      /** As protobuf. It is decoded in the thread. */
      readonly notification: Uint8Array;
      readonly baseUrl: string;
      /** Variables in addition to those of the notification. */
      readonly variables: Readonly<Record<string, unknown>>;
    };

/** `problem`: the template does not parse, or exceeds its limits. */
export type TemplateResult = { readonly content: string } | { readonly problem: string };
