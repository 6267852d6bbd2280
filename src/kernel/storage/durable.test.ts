import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { whileBusy } from '#test/busy-folder.ts'
import { scratch } from '#test/scratch.ts'
import { linkFolders } from './durable.ts'

test('files and folders of servers that are deleted while they are linked are left out', async () => {
  const folder = mkdtempSync(join(scratch, 'palisade-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = join(folder, 'files')
  mkdirSync(files)
  await whileBusy(files, () => {
    for (let time = 0; time < 300; time += 1)
      expect(() => linkFolders(files, join(folder, `copy ${time}`))).not.toThrow()
  })
})
