import { Worker } from 'node:worker_threads'
import { until } from './until.ts'

/** Works like a running bot: writes files, and deletes folders of servers that it left. */
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

/** Runs `work` while files and folders in a folder are created and deleted as fast as possible. */
export async function whileBusy(folder: string, work: () => void): Promise<void> {
  const ended = new Int32Array(new SharedArrayBuffer(8))
  const bot = new Worker(busy, { eval: true, workerData: { folder, ended } })
  const gone = new Promise<void>(resolve => void bot.once('exit', () => resolve()))
  try {
    await until('the first of them', () => Atomics.load(ended, 1) > 0)
    work()
  } finally {
    Atomics.store(ended, 0, 1)
    await gone
  }
}
