export interface Attachment {
  readonly contentType?: string;
  readonly encoding?: 'base64';
  readonly content: string;
}
