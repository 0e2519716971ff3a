// Gives memory back at once. V8 frees a buffer when it collects garbage, which it does once many objects were made. The
// bytes of an upload make hardly any, so tens of MiB that nobody needs would wait.

/**
 * Frees the memory of bytes that nobody reads from now on; they are empty afterwards. Bytes that share their memory
 * with others stay. Who still had a part of them would find it empty, and a write that is under way would send
 * anything: so this is for their only owner, and only once all that was begun with them has ended.
 */
export function freeBytes({ buffer, byteLength }: Buffer): void {
  // ECMA-262, ArrayBuffer.prototype.transfer: what was transferred is detached, and nothing of it is kept here.
  if (byteLength > 0 && buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
