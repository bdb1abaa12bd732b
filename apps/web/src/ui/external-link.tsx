import type { ReactNode } from 'react';

interface ExternalLinkProps {
  readonly href: string;
  readonly children?: ReactNode;
}

/** A link out of the product. An address that is not http or https, such as javascript:, is shown as text. */
export function ExternalLink({ href, children }: ExternalLinkProps) {
  if (!isWebAddress(href)) return <span>{children ?? href}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children ?? href}
    </a>
  );
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
