import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk in memory that can be full. */
export interface SmallDisk {
  readonly path: string
  /** Takes all of the space that is left. */
  fill(): void
  /** Gives back the space that was taken. */
  free(): void
  /** Takes the disk away. */
  remove(): void
}

/** Mounts a disk of so many megabytes. Throws where this process may not. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'espalier-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' })
  } catch (error) {
    rmdirSync(path)
    throw error
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const file = openSync(filler, 'a')
      try {
        for (const size of [1 << 20, 1 << 12]) fillWith(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', path])
      rmdirSync(path)
    },
  }
}

function fillWith(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
  }
}

/** Whether disks can be mounted here; in continuous integration they have to be. */
export function canMountDisks(): boolean {
  try {
    mountSmallDisk(1).remove()
    return true
  } catch (error) {
    if (process.env['CI'] === 'true') throw error
    return false
  }
}
