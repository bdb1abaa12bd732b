import type { Project } from '@tallyman/contract';
import { UploadList } from '../bom/upload-list.tsx';

export function ProjectUploads({ project }: { readonly project: Project }) {
  return <UploadList project={project.uuid} />;
}
