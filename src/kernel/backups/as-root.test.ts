import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratch } from '#test/scratch.ts'
import { until } from '#test/until.ts'
import { inFolderOf } from './as-root.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(scratch, 'palisade-'))
  mkdirSync(join(dataDir, 'files'))
  // Where the tests run as root, the folder is another user's.
  if (process.getuid?.() === 0) for (const path of [dataDir, join(dataDir, 'files')]) chownSync(path, 65_534, 65_534)
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

/** As a bot that is running does with pictures, and with folders of servers that it left. */
const busy = `
  const { mkdirSync, rmSync, writeFileSync } = require('node:fs')
  const { workerData: { folder, ended } } = require('node:worker_threads')
  for (let at = 0; Atomics.load(ended, 0) === 0; at += 1) {
    const server = folder + '/' + (at % 7)
    mkdirSync(server, { recursive: true })
    writeFileSync(server + '/' + at, '')
    Atomics.add(ended, 1, 1)
    rmSync(server + '/' + at)
    if (at % 20 === 0) rmSync(server, { recursive: true })
  }`

test('what the bot deletes while root works in its folder is no failure', async () => {
  const ended = new Int32Array(new SharedArrayBuffer(8))
  const bot = new Worker(busy, { eval: true, workerData: { folder: join(dataDir, 'files'), ended } })
  try {
    await until('the bot', () => Atomics.load(ended, 1) > 0)
    for (let time = 0; time < 300; time += 1) expect(inFolderOf(dataDir, () => 'done')).toBe('done')
  } finally {
    Atomics.store(ended, 0, 1)
    await new Promise(resolve => void bot.once('exit', resolve))
  }
})
