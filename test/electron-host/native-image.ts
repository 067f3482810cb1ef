import { existsSync, readFileSync } from 'node:fs';
import { strict } from './strict.ts';

/** An image as its PNG (or other) bytes; only the size of a PNG is known. */
export class NativeImage {
  readonly bytes: Buffer;
  private template = false;
  readonly representations: unknown[] = [];
  private readonly size: { readonly width: number; readonly height: number } | undefined;

  constructor(bytes: Buffer, size?: { readonly width: number; readonly height: number }) {
    this.bytes = bytes;
    this.size = size;
    // biome-ignore lint/correctness/noConstructorReturn: callers must see the checked object.
    return strict('NativeImage', this);
  }

  isEmpty(): boolean {
    return this.bytes.length === 0;
  }

  getSize(): { width: number; height: number } {
    if (this.size) return { ...this.size };
    const isPng = this.bytes.length > 24 && this.bytes.readUInt32BE(0) === 0x89504e47;
    if (!isPng) return { width: 0, height: 0 };
    return { width: this.bytes.readUInt32BE(16), height: this.bytes.readUInt32BE(20) };
  }

  /** Keeps the bytes and answers with the wished size. */
  resize({ width, height }: { width?: number; height?: number }): NativeImage {
    const now = this.getSize();
    return new NativeImage(this.bytes, {
      width: width ?? now.width,
      height: height ?? now.height,
    });
  }

  toPNG(): Buffer {
    return this.bytes;
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.bytes.toString('base64')}`;
  }

  setTemplateImage(template: boolean): void {
    this.template = template;
  }

  isTemplateImage(): boolean {
    return this.template;
  }

  addRepresentation(representation: unknown): void {
    this.representations.push(representation);
  }
}

export const nativeImage = strict('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  /** As in Electron, a path that cannot be read gives an empty image. */
  createFromPath: (path: string) =>
    new NativeImage(existsSync(path) ? readFileSync(path) : Buffer.alloc(0)),
  createFromBuffer: (bytes: Buffer) => new NativeImage(bytes),
  createFromDataURL: (url: string) =>
    new NativeImage(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
});
