export function chooseTestParent(inMemory?: string): string;
export function createTestDirectory(parent?: string): string;
export function removeTestDirectory(directory: string): Promise<void>;
export function removeAbandonedTestDirectories(parent?: string): Promise<void>;
