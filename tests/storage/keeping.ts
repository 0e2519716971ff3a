// Nothing that was acknowledged is lost when merges, restores and writers meet. Each test is about a race or a
// situation that once lost a file. MinIO only: servers that keep files and folders on a disk accept no file at a
// folder's name.
import { describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import { sleep } from '../../backend/src/lib/sleep.ts'
import type { Point } from '../../backend/src/storage/failpoints.ts'
import { startS3Proxy } from '../helpers/s3-proxy.ts'
import { happens } from '../helpers/until.ts'
import { onlyWith, type StorageWorld } from './world.ts'

/** After this time the sums of a growing note are up to date. */
const SUMS_WAIT_MS = 2_500

export function describeKeeping(world: StorageWorld): void {
  const {
    at,
    by,
    bucket,
    put,
    read,
    names,
    codeOf,
    change,
    move,
    copy,
    remove,
    restore,
    notes,
    holding,
    without,
    untilClosed,
  } = world
  const itWithVersions = onlyWith(world.hasVersions)
  const override = { conflict: 'override' as const }
  // Each is an action of its own. Without names, writes that come soon after one another count as one.
  const replacing = (shown: string) => ({ replacing: { by: { ...by, action: shown }, shown } })
  const shared = `${world.prefix}shared`
  const versionsOf = async (key: string, inBucket = bucket) =>
    (await world.s3.versions(inBucket, key))
      .filter((version) => version.key === key)
      .map(({ isMarker }) => (isMarker ? 'marker' : 'version'))

  describe('a folder that is made while its parent changes', () => {
    const makeMeanwhile = async (folder: string, meanwhile: () => Promise<unknown>, point: Point = 'folder.settles') =>
      (
        await holding(
          point,
          `${folder}/new`,
          async (made) => {
            const making = codeOf(world.one.makeFolder(at(`${folder}/new`)))
            await made
            await meanwhile()
            return [making]
          },
          1,
        )
      )[0]

    it('moves along, and is not made again', async () => {
      await put('/made1/A/x', 'x')
      expect(
        await makeMeanwhile('/made1/A', async () => {
          await move('/made1/A', '/made1/B')
          await untilClosed('/made1/A')
        }),
      ).toBe('done')
      expect([await names('/made1'), await names('/made1/B')]).toEqual([['B'], ['new', 'x']])
    })

    itWithVersions('is deleted, and is not made again', async () => {
      await put('/made2/A/x', 'x')
      expect(
        await makeMeanwhile('/made2/A', async () => {
          await remove('/made2/A')
          await untilClosed('/made2/A')
        }),
      ).toBe('done')
      expect(await codeOf(names('/made2/A'))).toBe('notFound')
    })

    it('stays when others are merged with it', async () => {
      await put('/made3/A/x', 'x')
      await put('/made3/B/y', 'y')
      expect(await makeMeanwhile('/made3/A', () => copy('/made3/B', '/made3/A', override))).toBe('done')
      expect(await names('/made3/A')).toEqual(['new', 'x', 'y'])
    })

    it('is refused where a file has come, and is not there when the file has gone', async () => {
      await put('/made4/f', 'file')
      const meanwhile = async () => {
        await move('/made4/f', '/made4/A')
        await untilClosed('/made4/A')
      }
      expect(await makeMeanwhile('/made4/A', meanwhile, 'folder.checked')).toBe('conflict')
      expect([await names('/made4'), await read('/made4/A')]).toEqual([['A'], 'file'])
      // On MinIO the file hides the marker from listings, but not from who asks for it.
      await expect(world.s3.head(bucket, 'made4/A/new/')).rejects.toMatchObject({ name: 'NotFound' })
      await move('/made4/A', '/made4/f')
      await untilClosed('/made4/A')
      expect(await names('/made4')).toEqual(['f'])
    })
  })

  describe('merging', () => {
    const merge = async (folder: string) => {
      await put(`${folder}/A/f3/old`, 'old')
      await remove(`${folder}/A/f3`)
      await put(`${folder}/A/y`, 'y')
      await put(`${folder}/B/f3`, 'live')
      await move(`${folder}/A`, `${folder}/B`, override)
      await untilClosed(`${folder}/A`)
    }

    itWithVersions('A1: leaves a live file alone if the source has only deleted ones of that name', async () => {
      await merge('/a1')
      expect([await names('/a1/B'), await read('/a1/B/f3')]).toEqual([['f3', 'y'], 'live'])
      await without('liveNames', () => merge('/a1-without'))
      expect(await names('/a1-without/B')).toEqual(['y'])
    })

    it('A4: refuses to write into its own source, but a free name beside it works', async () => {
      await put('/a4/A/A/A/x', 'deep')
      await put('/a4/A/A/y', 'y')
      await put('/a4/A/y', 'outer')
      expect(await codeOf(move('/a4/A/A', '/a4/A', override))).toBe('conflict')
      expect(await codeOf(copy('/a4/A/A', '/a4/A', override))).toBe('conflict')
      expect([await read('/a4/A/A/A/x'), await read('/a4/A/A/y'), await read('/a4/A/y')]).toEqual([
        'deep',
        'y',
        'outer',
      ])
      await move('/a4/A/A', '/a4/A(1)')
      expect([await read('/a4/A(1)/A/x'), await names('/a4/A')]).toEqual(['deep', ['y']])
    })

    it('A4: moves an inner folder onto its parent if nothing would land in itself', async () => {
      await put('/a4b/A/in/x', 'x')
      await put('/a4b/A/x', 'old x')
      await move('/a4b/A/in', '/a4b/A', override)
      expect([await read('/a4b/A/x'), await names('/a4b/A')]).toEqual(['x', ['x']])
    })
  })

  describe('restoring', () => {
    itWithVersions('A2: never replaces an existing folder with a file', async () => {
      await put('/a2f/in/c', 'file')
      await put('/a2f/in/d', 'other')
      const note = await remove('/a2f/in')
      await untilClosed('/a2f/in')
      await put('/a2f/in/c/a', 'in a folder')
      expect([await codeOf(restore(note)), await codeOf(restore(note, { override: true }))]).toEqual([
        'conflict',
        'conflict',
      ])
      expect([
        await names('/a2f/in'),
        await read('/a2f/in/c/a'),
        (await notes()).filter(({ at: { path } }) => path === 'a2f/in').length,
      ]).toEqual([['c'], 'in a folder', 1])
    })

    itWithVersions('A2: restores the older of two deletes, and then the newer', async () => {
      await put('/a2/x', 'first')
      const first = await remove('/a2/x')
      await put('/a2/x', 'second')
      const second = await remove('/a2/x')
      await untilClosed('/a2/x')
      await restore(first)
      expect(await read('/a2/x')).toBe('first')
      expect(await codeOf(restore(second))).toBe('conflict')
      await restore(second, { override: true })
      expect(await read('/a2/x')).toBe('second')
      const [replaced, ...others] = (await notes()).filter(({ at: { path } }) => path.startsWith('a2/'))
      expect([replaced?.kind, replaced?.count, others]).toEqual(['replace', 1, []])
      await restore(replaced?.id ?? '')
      expect(await read('/a2/x')).toBe('first')
    })

    itWithVersions('A2: restores an upload that came between the note and the marker of a delete', async () => {
      await put('/a2-late/d/x', 'first')
      const [note, written] = await holding('delete.markers', '/a2-late/d/x', async (laying) => {
        const [writing, deleted] = await holding('writer.checked', '/a2-late/d/x', async (checked) => {
          const late = codeOf(put('/a2-late/d/x', 'late'))
          await checked
          const id = await remove('/a2-late/d')
          await laying
          return [late, id] as const
        })
        await happens(async () => (await versionsOf('a2-late/d/x')).length === 2, 'the late version is there')
        return [deleted, [writing]] as const
      })
      expect(await written[0]).toBe('done')
      await untilClosed('/a2-late/d')
      expect(await world.two.operations.note(note)).toMatchObject({ count: 1, bytes: 4 })
      expect((await world.two.operations.noted(note)).map(({ name, size }) => [name, size])).toEqual([['x', 4]])
      await restore(note)
      expect(await read('/a2-late/d/x')).toBe('late')
    })

    itWithVersions('A2: makes no folder where a file has its name now', async () => {
      await put('/a2g/d/kept', 'kept')
      await put('/a2g/d/in/x', 'x')
      await remove('/a2g/d/in/x')
      const note = await remove('/a2g/d')
      await untilClosed('/a2g/d')
      await put('/a2g/d/in', 'a file')
      await restore(note, { override: true })
      expect([await names('/a2g/d'), await read('/a2g/d/in'), await read('/a2g/d/kept')]).toEqual([
        ['in', 'kept'],
        'a file',
        'kept',
      ])
    })

    itWithVersions('A2: finds what its own restore moves out of the way', async () => {
      await put('/a2h/b/b', 'inner')
      const note = await remove('/a2h/b/b')
      await untilClosed('/a2h/b/b')
      await remove('/a2h/b')
      await untilClosed('/a2h/b')
      await (
        await world.one.operations.restoreTo({ noteId: note, name: '' }, at('/a2h/b'), change())
      ).committed
      expect(await read('/a2h/b')).toBe('inner')
    })

    itWithVersions('A2: leaves in the note what could not be restored', async () => {
      await put('/a2b/d/kept', 'kept')
      await put('/a2b/d/lost', 'lost')
      const note = await remove('/a2b/d')
      await untilClosed('/a2b/d')
      for (const { key, versionId, isMarker } of await world.s3.versions(bucket, 'a2b/d/lost'))
        if (!isMarker) await world.s3.delete(bucket, key, versionId)
      const running = await world.one.operations.restore(note, by)
      await running.committed
      expect([await names('/a2b/d'), (await world.two.operations.get(running.id, by.userId)).left]).toEqual([
        ['kept'],
        1,
      ])
      expect(await world.two.operations.note(note)).toMatchObject({ count: 1 })
      expect(await codeOf(restore(note))).toBe('notFound')
    })
  })

  describe('a note of a file that is moved again and again', () => {
    itWithVersions('finds its version under each name', async () => {
      await put('/again/a/x', 'one')
      await move('/again/a', '/again/b')
      await put('/again/b/x', 'two', replacing('/again/b/x'))
      await move('/again/b', '/again/c')
      await untilClosed('/again/b')
      const note = (await notes()).find(({ at: { path } }) => path === 'again/c/x')
      await restore(note?.id ?? '')
      expect(await read('/again/c/x')).toBe('one')
    })

    itWithVersions('finds it where it was moved aside', async () => {
      await put('/again2/a/x', 'one')
      await put('/again2/a/x', 'two', replacing('/again2/a/x'))
      await move('/again2/a', '/again2/b')
      await remove('/again2/b/x')
      await put('/again2/b/x/y', 'in the way')
      await remove('/again2/b/x')
      const note = (await notes()).find(({ kind, at: { path } }) => kind === 'replace' && path === 'again2/b/x')
      await restore(note?.id ?? '')
      expect(await read('/again2/b/x')).toBe('one')
    })
  })

  describe('a writer with deleted things in its way', () => {
    itWithVersions('A3: holds the place while it moves them aside', async () => {
      const race = async (folder: string, patienceMs = 1_500) => {
        await put(`${folder}/g/x`, 'x')
        const note = await remove(`${folder}/g`)
        await untilClosed(`${folder}/g`)
        const [written, restored] = await holding('writer.clears', `${folder}/g`, async (clearing) => {
          const writing = codeOf(put(`${folder}/g`, 'file'))
          await clearing
          const restoring = codeOf(restore(note))
          // Without the guard the restore happens at once; with it, it waits.
          const first = await Promise.race([
            restoring,
            new Promise<string>((resolve) => {
              setTimeout(() => resolve('waits'), patienceMs)
            }),
          ])
          return [writing, first === 'waits' ? restoring : Promise.resolve(`${first} at once`)] as const
        })
        return [await written, await restored, note] as const
      }
      const [written, restored, note] = await race('/a3')
      // Either may come first once the place is free. The other one is refused, and nothing is lost.
      if (written === 'done')
        await (
          await world.one.operations.restoreTo({ noteId: note, name: '' }, at('/a3/back'), change())
        ).committed
      const seen =
        written === 'done'
          ? [restored, await read('/a3/g'), await read('/a3/back/x')]
          : [restored, written, await read('/a3/g/x')]
      expect([
        ['conflict', 'file', 'x'],
        ['done', 'isFolder', 'x'],
      ]).toContainEqual(seen)
      const [, lost] = await without('clearRegistered', () => race('/a3-without', 30_000))
      expect(lost).toBe('done at once')
    })
  })

  describe('a file that another tool put at the name of a folder', () => {
    itWithVersions('A5: stays where it is during refused requests', async () => {
      await put('/a5/d/x', 'below')
      await world.s3.put(bucket, 'a5/d', 'foreign')
      const check = () => {
        throw Object.assign(new Error('no'), { code: 'forbidden' })
      }
      expect(await codeOf(copy('/a5/d/x', '/a5/copy'))).toBe('conflict')
      expect(await codeOf(move('/a5/d/x', '/a5/moved'))).toBe('conflict')
      expect(await codeOf(world.one.operations.remove(at('/a5/d/x'), change({ check })))).toBe('conflict')
      await put('/a5/other', 'other')
      expect(await codeOf(move('/a5/other', '/a5/d/y', override))).toBe('conflict')
      expect([
        (await world.s3.get(bucket, 'a5/d')).toString(),
        (await world.s3.get(bucket, 'a5/d/x')).toString(),
      ]).toEqual(['foreign', 'below'])
      await happens(async () => (await world.one.hiddenFolders()) === 1, 'the index has heard of it')
      await world.s3.delete(bucket, 'a5/d')
      expect(await world.one.hiddenFolders()).toBe(0)
    })

    itWithVersions('A5: is noted before an operation moves it aside', async () => {
      await put('/a5b/A/x', 'x')
      const [moving] = await holding('copy.done', '/a5b/B', async (copied) => {
        const running = move('/a5b/A', '/a5b/B')
        await copied
        await world.s3.put(bucket, 'a5b/B', 'foreign')
        return [running]
      })
      await moving
      await untilClosed('/a5b/A')
      expect(await read('/a5b/B/x')).toBe('x')
      const note = (await notes()).find(({ at: { path } }) => path === 'a5b/B')
      expect(note).toMatchObject({ kind: 'replace', isFile: true, count: 1 })
      await (
        await world.one.operations.restoreTo({ noteId: note?.id ?? '', name: '' }, at('/a5b/found'), change())
      ).committed
      expect(await read('/a5b/found')).toBe('foreign')
    })
  })

  describe('a late write that is repeated', () => {
    const race = async (folder: string, options: Parameters<typeof put>[2]) => {
      await put(`${folder}/A/x`, 'moved')
      const [written, moved] = await holding('writer.checked', `${folder}/B/x`, async (checked) => {
        const writing = codeOf(put(`${folder}/B/x`, 'late', options))
        await checked
        return holding('copy.registered', `${folder}/B`, async (registered) => {
          const moving = codeOf(move(`${folder}/A`, `${folder}/B`))
          await registered
          return [writing, moving] as const
        })
      })
      return [await written, await moved] as const
    }

    itWithVersions("A12: keeps its condition: another client's acknowledged file is not replaced", async () => {
      expect(await race('/a12', { expect: 'absent' })).toEqual(['conflict', 'done'])
      expect(await read('/a12/B/x')).toBe('moved')
    })

    itWithVersions('A12: keeps its note if it may replace', async () => {
      expect(await race('/a12b', { expect: 'any', ...replacing('/a12b/B/x') })).toEqual(['done', 'done'])
      expect(await read('/a12b/B/x')).toBe('late')
      const note = (await notes()).find(({ at: { path } }) => path === 'a12b/B/x')
      await restore(note?.id ?? '')
      expect(await read('/a12b/B/x')).toBe('moved')
    })
  })

  describe('the note of a replaced file', () => {
    itWithVersions('A14: exists before the file is replaced', async () => {
      await put('/a14/x', 'before')
      const found = await holding('replace.noted', '/a14/x', async (noted) => {
        const writing = put('/a14/x', 'after', replacing('/a14/x'))
        await noted
        const seen = (await notes()).filter(({ at: { path } }) => path === 'a14/x')
        return { seen, now: await read('/a14/x'), writing }
      })
      await found.writing
      expect([found.now, found.seen.map(({ kind, count }) => `${kind} ${count}`)]).toEqual(['before', ['replace 1']])
      await restore(found.seen[0]?.id ?? '')
      expect(await read('/a14/x')).toBe('before')
    })

    /** Stops a replica after it has noted the file that it is about to replace, and before it replaces it. */
    async function loseWriterOf(path: string, meanwhile: () => Promise<void>): Promise<void> {
      await put(path, 'before')
      const another = await world.openAnother({})
      const writing = await holding(
        'replace.noted',
        path,
        async (noted) => {
          const late = codeOf(put(path, 'after', replacing(path), another))
          await noted
          await another.stop()
          await meanwhile()
          return { late }
        },
        1,
      )
      expect(await writing.late).not.toBe('done')
    }
    const notesOf = async (path: string) =>
      (await notes()).filter((note) => note.at.path === path).map(({ kind }) => kind)

    /** The contents of the notes of replaced and deleted files at a path, the oldest note first. */
    const notedAt = async (path: string) => {
      const found = (await notes()).filter((note) => note.at.path === path).toReversed()
      const inside = await Promise.all(found.map(({ id }) => world.two.operations.noted(id)))
      return found.map(({ kind }, index) => `${kind} ${inside[index]?.map(({ size }) => size).join(' ')}`).sort()
    }
    const action = (name: string, shown: string) => ({ replacing: { by: { ...by, action: name }, shown } })

    itWithVersions('includes what others put there between two writes of one action', async () => {
      const inOneGo = action('between', '/between/x')
      await put('/between/x', '1')
      await put('/between/x', '22', inOneGo)
      await put('/between/other', '333')
      await move('/between/other', '/between/x', override)
      await put('/between/x', '4444', inOneGo)
      await put('/between/x', '55555', inOneGo)
      expect(await notedAt('between/x')).toEqual(['replace 1', 'replace 2', 'replace 3'])
    })

    /** Holds a write at a point until another write of the same file is over. Returns how the held write ended. */
    async function overtake(path: string, { at: point, first, second }: { at: Point; first: string; second: string }) {
      const held = await holding(
        point,
        path,
        async (reached) => {
          const writing = codeOf(put(path, second, action('one', path)))
          await reached
          await put(path, first, action('another', path), world.two)
          return { writing }
        },
        1,
      )
      return held.writing
    }

    itWithVersions(
      'A14: names the file that a write really replaced, if another came between its check and its effect',
      async () => {
        await put('/a14j/x', '1')
        expect(await overtake('/a14j/x', { at: 'replace.noted', first: '22', second: '333' })).toBe('done')
        expect(await notedAt('a14j/x')).toEqual(['replace 1', 'replace 2'])
        // Purging one of the notes removes nothing that the other one names.
        const [newer, older] = (await notes()).filter((note) => note.at.path === 'a14j/x')
        await (
          await world.one.operations.purge(newer?.id ?? '', by)
        ).committed
        await (
          await world.one.operations.restore(older?.id ?? '', by, { override: true })
        ).committed
        expect(['1', '22']).toContain(await read('/a14j/x'))
      },
    )

    itWithVersions(
      'A14: names a file that came between the check and the effect of a write that had found none',
      async () => {
        expect(await overtake('/a14k/x', { at: 'writer.checked', first: '1', second: '22' })).toBe('done')
        expect(await notedAt('a14k/x')).toEqual(['replace 1'])
      },
    )

    itWithVersions(
      'of a merge does not name a late write that is on top again',
      async () => {
        await put('/ontop/B/x', '1')
        await put('/ontop/A/x', '22')
        const { late } = await holding(
          'copy.registered',
          '/ontop/B',
          async (registered) => {
            const begun = await holding(
              'writer.checked',
              '/ontop/B/x',
              async (checked) => {
                const writing = codeOf(put('/ontop/B/x', '333', action('late', '/ontop/B/x')))
                await checked
                const merging = copy('/ontop/A', '/ontop/B', override)
                await registered
                return { writing, merging }
              },
              1,
            )
            await happens(async () => (await versionsOf('ontop/B/x')).length === 2, 'the late write has taken effect')
            return { late: Promise.all([begun.writing, begun.merging]) }
          },
          1,
        )
        expect((await late)[0]).toBe('done')
        await untilClosed('/ontop/B/none')
        expect(await read('/ontop/B/x')).toBe('333')
        const told = (await notes()).filter((note) => note.at.path.startsWith('ontop/'))
        expect(told.map(({ at: { path }, bytes }) => `${path} ${bytes}`).toSorted()).toEqual([
          'ontop/B/x 1',
          'ontop/B/x 2',
        ])
      },
      60_000,
    )

    itWithVersions(
      'of a delete alone names a late write that waited for a merge before the delete',
      async () => {
        await put('/inturn/A/y', 'y')
        await put('/inturn/B/x', '1')
        const { late } = await holding(
          'writer.follows',
          '/inturn/B/x',
          async (follows) => {
            const begun = await holding(
              'copy.registered',
              '/inturn/B',
              async (registered) => {
                const started = await holding('writer.checked', '/inturn/B/x', async (checked) => {
                  const writing = codeOf(put('/inturn/B/x', '333', action('in turn', '/inturn/B/x')))
                  await checked
                  const merging = move('/inturn/A', '/inturn/B', override)
                  await registered
                  return { writing, merging }
                })
                await happens(
                  async () => (await versionsOf('inturn/B/x')).length === 2,
                  'the late write has taken effect',
                )
                return started
              },
              1,
            )
            await begun.merging
            await follows
            await remove('/inturn/B')
            await untilClosed('/inturn/B')
            return { late: begun.writing }
          },
          1,
        )
        expect(await late).toBe('done')
        expect(await names('/inturn')).toEqual([])
        const told = (await notes()).filter((note) => note.at.path.startsWith('inturn/'))
        expect(told.map(({ at: { path }, bytes }) => `${path} ${bytes}`).toSorted()).toEqual([
          'inturn/B 4',
          'inturn/B/x 1',
        ])
      },
      60_000,
    )

    itWithVersions('no longer grows once its file was moved', async () => {
      await put('/grown/a/x', '1')
      await put('/grown/a/x', '22', action('grown', '/grown/a/x'))
      await move('/grown/a', '/grown/b')
      await untilClosed('/grown/a')
      await put('/grown/b/x', '333', action('grown', '/grown/b/x'))
      expect(await notedAt('grown/b/x')).toEqual(['replace 1', 'replace 2'])
    })

    itWithVersions('of several files is divided when one of them, or their folder, is moved', async () => {
      const inOneGo = (name: string) => action('divided', `/divided/${name}`)
      for (const name of ['a', 'b', 'in/c']) await put(`/divided/${name}`, '1')
      for (const name of ['a', 'b', 'in/c']) await put(`/divided/${name}`, '22', inOneGo(name))
      await move('/divided/a', '/divided/moved')
      await move('/divided/in', '/divided/out')
      await untilClosed('/divided/in')
      expect(await notedAt('divided/moved')).toEqual(['replace 1'])
      expect(await notedAt('divided/out')).toEqual(['replace 1'])
      const rest = async () => (await notes()).find(({ at: { path } }) => path === 'divided')
      // The count and bytes of a growing note are written down now and then.
      await happens(async () => (await rest())?.count === 1, 'the rest is counted')
      expect([(await rest())?.names, (await rest())?.bytes]).toEqual([['b'], 1])
      for (const path of ['divided/moved', 'divided/out', 'divided']) {
        const [note] = (await notes()).filter(({ at }) => at.path === path)
        await restore(note?.id ?? '')
      }
      expect([await read('/divided/moved'), await read('/divided/out/c'), await read('/divided/b')]).toEqual([
        '1',
        '1',
        '1',
      ])
    })

    itWithVersions('is restored elsewhere from where its files are once their move is over', async () => {
      await put('/moving/a/x', '1')
      await put('/moving/a/x', '22', action('moving', '/moving/a/x'))
      const [note] = (await notes()).filter(({ at: { path } }) => path === 'moving/a/x')
      const { moved, brought } = await holding('move.removed', '/moving/a', async (removed) => {
        const moving = move('/moving/a', '/moving/b')
        await removed
        const bringing = world.two.operations
          .restoreTo({ noteId: note?.id ?? '', name: '' }, at('/moving/found'), change())
          .then(({ committed }) => committed)
        return { moved: moving, brought: codeOf(bringing) }
      })
      await moved
      expect([await brought, await read('/moving/found')]).toEqual(['done', '1'])
    })

    /** Leaves an action's note as a process does that is killed before its writes are over. */
    async function takeForLost(name: string, told: { count?: number; bytes?: number } = {}): Promise<void> {
      const database = await mongoose
        .createConnection(`${world.servers.mongoUrl}/${world.prefix.slice(0, -1)}`)
        .asPromise()
      const trash = database.collection<{ _id: string; action: string }>('trash')
      const _id = (await trash.findOne({ action: name }))?._id ?? ''
      await trash.updateOne({ _id }, { $set: { action: name, ...told } })
      const doubt = { bucket, owner: 'nobody', isOver: false }
      await database.collection<{ _id: string }>('doubts').updateOne({ _id }, { $set: doubt }, { upsert: true })
      await database.close()
    }

    /** Removes a note, as an owner does that is lost before it has removed the noted contents. */
    async function removeNote(id: string): Promise<void> {
      const database = await mongoose
        .createConnection(`${world.servers.mongoUrl}/${world.prefix.slice(0, -1)}`)
        .asPromise()
      await database.collection<{ _id: string }>('trash').deleteOne({ _id: id })
      await database.close()
    }

    itWithVersions('of several files is purged by another owner, even if the first has removed it', async () => {
      for (const name of ['x', 'y']) {
        await put(`/first/twice/${name}`, '1')
        await put(`/first/twice/${name}`, '22', action('twice', `/first/twice/${name}`))
      }
      const noteOfBoth = async () => (await notes()).find(({ by: { action: name } }) => name === 'twice')
      // From then on nobody writes the note again.
      await happens(async () => (await noteOfBoth())?.count === 2, 'the note counts both')
      // The new keys without the length of the old ones would be names that the storage refuses.
      await move('/first/twice', '/then/elsewhere123')
      const note = await noteOfBoth()
      const { s3Endpoint, keys } = world.servers
      const proxy = await startS3Proxy(s3Endpoint)
      const another = await world.openAnother({ s3: { endpoint: proxy.endpoint, region: 'us-east-1', ...keys } })
      await holding(
        'purge.batch',
        '/then/elsewhere123',
        async (reached) => {
          void another.operations.purge(note?.id ?? '', by).catch(() => undefined)
          await reached
          await removeNote(note?.id ?? '')
          // The first owner gets no further.
          proxy.refuse(() => true)
        },
        1,
      )
      await another.stop()
      await proxy.stop()
      await untilClosed('/then/elsewhere123/x')
      expect([await versionsOf('then/elsewhere123/x'), await versionsOf('then/elsewhere123/y')]).toEqual([
        ['version'],
        ['version'],
      ])
    })

    /** Holds a write after its check until something else is done. */
    async function writeAround(path: string, body: string, meanwhile: () => Promise<unknown>): Promise<void> {
      const { writing } = await holding(
        'writer.checked',
        path,
        async (checked) => {
          const late = codeOf(put(path, body, action(`late ${path}`, path)))
          await checked
          await meanwhile()
          return { writing: late }
        },
        1,
      )
      expect(await writing).toBe('done')
      await untilClosed(path)
      expect(await read(path)).toBe(body)
    }

    itWithVersions('names what a restore put there meanwhile, but not what that replaced', async () => {
      await put('/around/x', '1')
      await put('/around/x', '22', action('around', '/around/x'))
      const [note] = (await notes()).filter(({ at: { path } }) => path === 'around/x')
      await writeAround('/around/x', '333', () => restore(note?.id ?? '', { override: true }))
      expect(await notedAt('around/x')).toEqual(['replace 1', 'replace 2'])
    })

    itWithVersions('leaves nothing of itself below a file that appeared meanwhile, nor hides it', async () => {
      await put('/below/a', 'file')
      const note = await remove('/below/a')
      await untilClosed('/below/a')
      const { writing } = await holding(
        'writer.checked',
        '/below/a/b',
        async (checked) => {
          const late = codeOf(put('/below/a/b', 'late'))
          await checked
          await restore(note)
          return { writing: late }
        },
        1,
      )
      expect(await writing).toBe('conflict')
      expect(await read('/below/a')).toBe('file')
      await remove('/below/a')
      await untilClosed('/below/a')
      expect(await codeOf(put('/below/a/b', 'new', { expect: 'absent' }))).toBe('done')
    })

    itWithVersions('names what a move put there meanwhile, but not what that replaced', async () => {
      await put('/around2/x', '1')
      await put('/around2/y', '22')
      await writeAround('/around2/x', '333', () => move('/around2/y', '/around2/x', override))
      expect(await notedAt('around2/x')).toEqual(['replace 1', 'replace 2'])
    })

    itWithVersions('leaves a file deleted meanwhile to the note of the delete', async () => {
      await put('/around3/x', '1')
      await writeAround('/around3/x', '22', () => remove('/around3/x').then(() => untilClosed('/around3/x')))
      expect(await notedAt('around3/x')).toEqual(['delete 1'])
    })

    itWithVersions("names what a late upload replaced if the delete's note has only the upload", async () => {
      await put('/around4/x', '1')
      const { writing } = await holding('delete.markers', '/around4/x', async (laying) =>
        holding('writer.checked', '/around4/x', async (checked) => {
          const late = codeOf(put('/around4/x', '22', action('around4', '/around4/x')))
          await checked
          await remove('/around4/x')
          await laying
          return { writing: late }
        }).then(async (result) => {
          await happens(async () => (await versionsOf('around4/x')).length === 2, 'the late version is there')
          return result
        }),
      )
      expect(await writing).toBe('done')
      await untilClosed('/around4/x')
      expect(await notedAt('around4/x')).toEqual(['delete 2', 'replace 1'])
    })

    itWithVersions('A14: is superseded by what happens instead', async () => {
      await loseWriterOf('/a14c/x', async () => {
        expect(await notesOf('a14c/x')).toEqual(['replace'])
        const note = await remove('/a14c/x')
        await untilClosed('/a14c/x')
        expect(await notesOf('a14c/x')).toEqual(['delete'])
        await restore(note)
        expect(await read('/a14c/x')).toBe('before')
      })
    })

    itWithVersions('A14: is superseded by a write that does replace the file, and by a merge', async () => {
      await loseWriterOf('/a14d/x', async () => {
        await put('/a14d/x', 'second', replacing('/a14d/x'))
        expect(await notesOf('a14d/x')).toEqual(['replace'])
      })
      await loseWriterOf('/a14e/B/x', async () => {
        await put('/a14e/A/x', 'moved')
        await move('/a14e/A', '/a14e/B', override)
        await untilClosed('/a14e/A')
        expect([...(await notesOf('a14e/B/x')), ...(await notesOf('a14e/B'))]).toEqual(['replace'])
      })
    })

    itWithVersions('A14: counts a version once that is noted again because it was still on top', async () => {
      await put('/a14g/x', 'before')
      const again = { replacing: { by: { ...by, action: 'again and again' }, shown: '/a14g/x' } }
      const another = await world.openAnother({})
      const first = await holding(
        'replace.noted',
        '/a14g/x',
        async (noted) => {
          const writing = codeOf(put('/a14g/x', 'after', again, another))
          await noted
          // The first write waits: the file is still the one that it has noted.
          await put('/a14g/x', 'after', again, another)
          return { writing }
        },
        1,
      )
      expect(await first.writing).toBe('done')
      // On stopping it writes down its count.
      await another.stop()
      const told = (await notes()).filter(({ at: { path } }) => path === 'a14g/x')
      expect(told.map(({ count, bytes }) => [count, bytes])).toEqual([[1, 6]])
    })

    itWithVersions('A14: counts only once a version that it got just before its folder was moved', async () => {
      for (const name of ['x', 'y', 'z']) await put(`/a14m/from/${name}`, 'before')
      const inOneGo = (name: string) => action('moved while it grows', `/a14m/from/${name}`)
      await put('/a14m/from/x', 'after', inOneGo('x'))
      await Promise.all(['y', 'z'].map((name) => put(`/a14m/from/${name}`, 'after', inOneGo(name))))
      await move('/a14m/from', '/a14m/to')
      await untilClosed('/a14m/from')
      await sleep(SUMS_WAIT_MS)
      const told = (await notes()).filter(({ at: { path } }) => path.startsWith('a14m'))
      expect(told.map(({ at: { path }, count, bytes, names }) => [path, count, bytes, names])).toEqual([
        ['a14m/to', 3, 18, ['x', 'y', 'z']],
      ])
    })

    /** Holds a write at a point while the file that it is about to replace is moved away. */
    async function moveAwayFrom(path: string, point: Point) {
      await put(path, 'before')
      const { writing } = await holding(
        point,
        path,
        async (reached) => {
          const late = codeOf(put(path, 'after', replacing(path)))
          await reached
          await move(path, `${path}.moved`)
          await untilClosed(path)
          return { writing: late }
        },
        1,
      )
      expect(await writing).toBe('done')
      expect([await read(path), await read(`${path}.moved`)]).toEqual(['after', 'before'])
    }

    itWithVersions('A14: is superseded by a move that takes the file away before the write', async () => {
      for (const point of ['writer.checked', 'replace.noted'] as const) {
        const path = `/a14n/${point}`
        await moveAwayFrom(path, point)
        expect([...(await notesOf(path.slice(1))), ...(await notesOf(`${path.slice(1)}.moved`))]).toEqual([])
      }
    })

    itWithVersions('A14: is removed by house-keeping if its file was moved and its process was lost', async () => {
      await loseWriterOf('/a14o/x', async () => {
        await move('/a14o/x', '/a14o/y')
        await untilClosed('/a14o/x')
        await world.one.settleNotes()
        expect([...(await notesOf('a14o/x')), ...(await notesOf('a14o/y'))]).toEqual([])
        expect(await read('/a14o/y')).toBe('before')
      })
    })

    itWithVersions('A14: is removed by house-keeping if nothing was replaced', async () => {
      await loseWriterOf('/a14f/x', async () => {
        await world.one.settleNotes()
        expect(await notesOf('a14f/x')).toEqual([])
      })
    })

    itWithVersions('A14: is counted by house-keeping if its process was lost before it did', async () => {
      const inOneGo = (name: string) => action('uncounted', `/a14h/${name}`)
      for (const name of ['x', 'y']) await put(`/a14h/${name}`, 'before')
      const another = await world.openAnother({})
      await put('/a14h/x', 'after', inOneGo('x'), another)
      const { writing } = await holding(
        'writer.settles',
        '/a14h/y',
        async (written) => {
          const late = codeOf(put('/a14h/y', 'after', inOneGo('y'), another))
          await written
          await another.stop()
          return { writing: late }
        },
        1,
      )
      await writing
      // The state that a killed process leaves.
      await takeForLost('uncounted', { count: 1, bytes: 6 })
      await world.one.settleNotes()
      const told = (await notes()).find(({ at: { path } }) => path === 'a14h')
      expect([told?.count, told?.bytes]).toEqual([2, 12])
    })

    itWithVersions(
      'A14: names what a write really replaced, even if its process is taken for lost before it looks',
      async () => {
        const path = '/a14l/x'
        await put(path, '1')
        const another = await world.openAnother({})
        const { settled } = await holding(
          'replace.noted',
          path,
          async (noted) => {
            const late = codeOf(put(path, '333', action('lost before its look', path), another))
            await noted
            await put(path, '22', replacing(path))
            const lost = holding(
              'writer.settles',
              path,
              async (written) => {
                await written
                await takeForLost('lost before its look')
                await world.one.settleNotes()
                expect(await notedAt('a14l/x')).toEqual(['replace 1', 'replace 2'])
                return { late }
              },
              1,
            )
            return { settled: lost }
          },
          1,
        )
        expect(await (await settled).late).toBe('done')
        expect(await notedAt('a14l/x')).toEqual(['replace 1', 'replace 2'])
        await another.stop()
      },
    )

    /** `late` is a write that was held after noting '1'; '22' has replaced that since. Purges the note of `late`. */
    const purgeNoteOf = async (late: string) => {
      const note = (await notes()).find(({ by: { action: name } }) => name === late)
      await (
        await world.two.operations.purge(note?.id ?? '', by)
      ).committed
    }
    const restoreOther = async (path: string) => {
      const note = (await notes()).find(({ by: { action: name } }) => name === `between ${path}`)
      await restore(note?.id ?? '', { override: true })
      expect(await read(path)).toBe('1')
    }
    const writeTwice = async <T>(path: string, meanwhile: (writing: Promise<string>) => Promise<T>): Promise<T> => {
      await put(path, '1')
      return holding(
        'replace.noted',
        path,
        async (noted) => {
          const writing = codeOf(put(path, '333', action(path, path)))
          await noted
          await put(path, '22', action(`between ${path}`, path), world.two)
          return meanwhile(writing)
        },
        1,
      )
    }

    itWithVersions('in doubt purges what its write replaced, and no more', async () => {
      const path = '/doubt1/x'
      const { ended } = await writeTwice(path, async (writing) => ({
        ended: holding(
          'writer.settles',
          path,
          async (written) => {
            await written
            await purgeNoteOf(path)
            return { writing }
          },
          1,
        ),
      }))
      expect(await (await ended).writing).toBe('done')
      expect([await notedAt('doubt1/x'), await versionsOf('doubt1/x')]).toEqual([['replace 1'], ['version', 'version']])
      await restoreOther(path)
    })

    itWithVersions('in doubt purges what its write replaced, even if the written file is gone', async () => {
      const path = '/doubt3/x'
      await put(path, '1')
      await put(path, '22', action(path, path))
      await takeForLost(path)
      const note = await remove(path)
      await untilClosed(path)
      await (
        await world.two.operations.purge(note, by)
      ).committed
      await purgeNoteOf(path)
      expect(await versionsOf('doubt3/x')).toEqual(['marker'])
    })

    itWithVersions('in doubt purges nothing as long as its write has not happened', async () => {
      const path = '/doubt2/x'
      const { ended } = await writeTwice(path, async (writing) => {
        await purgeNoteOf(path)
        return { ended: writing }
      })
      expect(await ended).toBe('done')
      expect(await notedAt('doubt2/x')).toEqual(['replace 1', 'replace 2'])
      expect((await versionsOf('doubt2/x')).length).toBe(3)
      await restoreOther(path)
    })

    itWithVersions(
      'of a delete whose process was lost beforehand is removed, even if it could not join another',
      async () => {
        const inOneGo = change({ by: { ...by, action: 'lost deletes' } })
        const removeWith = async (storage: typeof world.one) => storage.operations.remove(at('/ghost/x'), inOneGo)
        for (const text of ['1', '22']) {
          await put('/ghost/x', text)
          if (text === '1') await removeWith(world.one).then(() => untilClosed('/ghost/x'))
        }
        const another = await world.openAnother({})
        await holding(
          'delete.noted',
          '/ghost/x',
          async (noted) => {
            const removing = codeOf(removeWith(another))
            await noted
            await another.stop()
            const ofX = async () => (await notes()).filter(({ at: { path } }) => path === 'ghost/x').length
            expect(await ofX()).toBe(2)
            await happens(async () => (await ofX()) === 1, 'the note of the lost delete is gone')
            return [removing]
          },
          1,
        )
        expect(await read('/ghost/x')).toBe('22')
      },
      120_000,
    )

    itWithVersions(
      'of a delete whose owner was lost after laying its markers names what these hid',
      async () => {
        await put('/laid/x', '1')
        const another = await world.openAnother({})
        const { late } = await holding(
          'delete.laid',
          '/laid/x',
          async (laid) => {
            const begun = await holding(
              'delete.noted',
              '/laid/x',
              async (noted) => {
                const both = await holding(
                  'writer.checked',
                  '/laid/x',
                  async (checked) => {
                    const writing = codeOf(put('/laid/x', '22', replacing('/laid/x')))
                    await checked
                    const removing = another.operations.remove(at('/laid/x'), change())
                    await noted
                    return { writing, removing }
                  },
                  1,
                )
                await happens(async () => (await versionsOf('laid/x')).length === 2, 'the late write has taken effect')
                return both
              },
              1,
            )
            await begun.removing
            await laid
            await another.stop()
            return { late: begun.writing }
          },
          1,
        )
        expect(await late).toBe('done')
        await untilClosed('/laid/x')
        const note = (await notes()).find(({ kind, at: { path } }) => kind === 'delete' && path === 'laid/x')
        expect([note?.count, note?.bytes]).toEqual([1, 2])
      },
      60_000,
    )

    itWithVersions('A14: is removed if nothing was replaced', async () => {
      await put('/a14b/x', 'before')
      expect(
        await codeOf(
          world.one.multiparts.complete({ at: at('/a14b/x'), uploadId: 'none' }, [{ number: 1, etag: 'x', size: 1 }], {
            expect: 'any',
            modified: new Date(),
            replacing: { by: { ...by, action: 'alone' }, shown: '/a14b/x' },
          }),
        ),
      ).not.toBe('done')
      expect((await notes()).filter(({ at: { path } }) => path.startsWith('a14b'))).toEqual([])
    })
  })

  describe('moving to another bucket', () => {
    itWithVersions('A16: leaves older versions behind, in a note for the person who moved it', async () => {
      await world.one.ensureBucket(at('/Shared'))
      for (const text of ['private', 'present']) await put('/a16/d/x', text)
      await put('/a16/d/only', 'only')
      await move('/a16/d', '/Shared/a16')
      await untilClosed('/a16/d')
      expect([await read('/Shared/a16/x'), await versionsOf('a16/x', shared)]).toEqual(['present', ['version']])
      expect([await versionsOf('a16/d/x'), await versionsOf('a16/d/only')]).toEqual([['version', 'marker'], []])
      const note = (await notes()).find(({ at: { path } }) => path === 'a16/d')
      expect(note).toMatchObject({ kind: 'delete', count: 1, by })
      await restore(note?.id ?? '')
      expect([await read('/a16/d/x'), await names('/a16/d')]).toEqual(['private', ['x']])
    })

    itWithVersions('A16: takes them along on request', async () => {
      for (const text of ['private', 'present']) await put('/a16b/x', text)
      await move('/a16b/x', '/Shared/a16b', { history: true })
      await untilClosed('/a16b/x')
      expect([await versionsOf('a16b', shared), await versionsOf('a16b/x')]).toEqual([['version', 'version'], []])
    })
  })
}
