// @module-tag long
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { scratch } from '#test/scratch.ts'
import type burn from '#test/tasks/burn.task.ts'
import type echo from '#test/tasks/echo.task.ts'
import type fail from '#test/tasks/fail.task.ts'
import type hog from '#test/tasks/hog.task.ts'
import type rest from '#test/tasks/rest.task.ts'
import type spin from '#test/tasks/spin.task.ts'
import { until } from '#test/until.ts'
import type { UserError } from '#kit/errors.ts'
import { createQueue } from './queue.ts'
import { task } from './task.ts'
import { createWorkers } from './workers.ts'

const workers = createWorkers()
afterAll(() => workers.close())

const longMs = 60_000

test('queued runs of several servers take turns, one each', () => {
  const queue = createQueue<number>()
  for (const item of [1, 2, 3]) queue.add('loud', item)
  queue.add('quiet', 9)
  expect(queue.take()).toEqual({ owner: 'loud', item: 1 })
  expect(queue.take()).toEqual({ owner: 'quiet', item: 9 })
  expect(queue.take()).toBeUndefined()
  queue.done('loud')
  queue.add('quiet', 10)
  queue.done('quiet')
  expect([queue.take(), queue.take()].map(turn => turn?.item)).toEqual([2, 10])
  expect(queue.clear()).toEqual([3])
})

describe.each(['thread', 'process'] as const)('in a %s', place => {
  const say = task<typeof echo<{ id: bigint; bytes: Uint8Array; on: Map<string, Date> }>>('../test/tasks/echo', {
    place,
    deadlineMs: longMs,
  })
  const turn = task<typeof spin>('../test/tasks/spin', { place, deadlineMs: longMs, mostWaiting: 1 })
  const tooLong = task<typeof spin>('../test/tasks/spin', { place, deadlineMs: 100, tooMuch: 'Spin less.' })
  const broken = task<typeof fail>('../test/tasks/fail', { place, deadlineMs: longMs })

  test('values survive the transfer unchanged', async () => {
    const given = { id: 2n ** 60n, bytes: new Uint8Array([1, 2, 3]), on: new Map([['day', new Date(0)]]) }
    expect(await workers.run(say, given, 'a')).toEqual(given)
  })

  test('a user error stays one; a bug keeps its stack; an exit is reported', async () => {
    await expect(workers.run(broken, 'person', 'a')).rejects.toMatchObject({
      name: 'UserError',
      code: 'tasks.fault',
      message: 'Write something else.',
      status: 418,
      fields: { text: 'Not this.' },
    })
    await expect(workers.run(broken, 'bug', 'a')).rejects.toMatchObject({
      message: 'a bug',
      stack: expect.stringContaining('fail.task.ts') as unknown,
    })
    await expect(workers.run(broken, 'exit', 'a')).rejects.toThrow('a worker ended during ../test/tasks/fail')
  })

  test('a task that takes too long is stopped, and the event loop never waits', async () => {
    let turns = 0
    const beat = setInterval(() => (turns += 1), 10)
    await expect(workers.run(tooLong, longMs, 'a')).rejects.toMatchObject({
      code: 'workers.too_much',
      message: 'Spin less.',
    })
    clearInterval(beat)
    expect(turns).toBeGreaterThan(0)
    expect(await workers.run(turn, 0, 'a')).toBeGreaterThan(0)
  })

  test('a run that nobody is waiting for is stopped, running or queued, and the next one gets its turn', async () => {
    const own = createWorkers()
    const [running, waiting] = [new AbortController(), new AbortController()]
    const pile = [running, waiting].map(({ signal }) =>
      own.run(turn, longMs, 'a', signal).catch(({ code }: UserError) => code),
    )
    waiting.abort()
    // Its place in the queue is free again.
    const next = own.run(turn, 0, 'a')
    running.abort()
    expect(await Promise.all(pile)).toEqual(['workers.left', 'workers.left'])
    expect(await next).toBeGreaterThan(0)
    await expect(own.run(turn, 0, 'a', AbortSignal.abort())).rejects.toMatchObject({ code: 'workers.left' })
    await own.close()
  })

  test('the queue of one server is bounded and delays nobody else', async () => {
    const own = createWorkers()
    const pile = [own.run(turn, longMs, 'loud'), own.run(turn, longMs, 'loud')].map(run =>
      run.catch(({ message }: Error) => message),
    )
    await expect(own.run(turn, 0, 'loud')).rejects.toMatchObject({ code: 'workers.busy', status: 429 })
    expect(await own.run(turn, 0, 'quiet')).toBeGreaterThan(0)
    await own.close()
    expect(await Promise.all(pile)).toEqual(['the product is shutting down', 'the product is shutting down'])
  })
})

test.each(['heap', 'buffers'] as const)(
  'a process that fills its memory by %s is stopped, and the bot continues',
  async where => {
    const greedy = task<typeof hog>('../test/tasks/hog', { place: 'process', deadlineMs: longMs, memoryMiB: 100 })
    await expect(workers.run(greedy, where, 'a')).rejects.toMatchObject({ code: 'workers.too_much' })
  },
)

test.each(['thread', 'process'] as const)(
  'a %s that got no processor time is not stopped for being late',
  async place => {
    const own = createWorkers()
    const idle = task<typeof rest>('../test/tasks/rest', { place, deadlineMs: 1000 })
    expect(await own.run(idle, 0, 'a')).toBe(true)
    expect(await own.run(idle, 1500, 'a')).toBe(true)
    await own.close()
  },
)

test('a process on a busy machine gets up to twelve times its deadline', async () => {
  const own = createWorkers()
  const turn = task<typeof spin>('../test/tasks/spin', { place: 'process', deadlineMs: 500 })
  const pid = await own.run(turn, 0, 'a')
  process.kill(pid, 'SIGSTOP')
  const running = own.run(turn, 0, 'a')
  const begunAt = performance.now()
  await until('twice the deadline to pass', () => performance.now() - begunAt > 1000)
  process.kill(pid, 'SIGCONT')
  expect(await running).toBe(pid)
  const hasty = task<typeof spin>('../test/tasks/spin', { place: 'process', deadlineMs: 100 })
  process.kill(pid, 'SIGSTOP')
  await expect(own.run(hasty, 0, 'a')).rejects.toMatchObject({ code: 'workers.too_much' })
  await own.close()
})

test('a run that answered in time is not stopped because this process was delayed beyond the deadline', async () => {
  const [own, folder] = [createWorkers(), mkdtempSync(join(scratch, 'palisade-burn-'))]
  onTestFinished(async () => {
    await own.close()
    rmSync(folder, { recursive: true })
  })
  const deadlineMs = 500
  const work = task<typeof burn>('../test/tasks/burn', { place: 'process', deadlineMs })
  expect(await own.run(work, { ms: 0, told: join(folder, 'first') }, 'a')).toBe(true)
  const told = join(folder, 'second')
  const running = own.run(work, { ms: 300, told }, 'a')
  const begunAt = performance.now()
  const heldUpFor = () => performance.now() - begunAt
  // Nothing else happens in this process meanwhile.
  while (heldUpFor() < 2 * deadlineMs || (!existsSync(told) && heldUpFor() < longMs))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  expect(await running).toBe(true)
})

test('a child process gets none of our environment, and a shutdown stops running tasks', async () => {
  const own = createWorkers()
  const turn = task<typeof spin>('../test/tasks/spin', { place: 'process', deadlineMs: longMs })
  const pid = await own.run(turn, 0, 'a')
  expect(pid).not.toBe(process.pid)
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/HOME|TOKEN/)
  const running = Promise.all([own.run(turn, longMs, 'a'), own.run(turn, longMs, 'a')]).catch((error: unknown) => error)
  await own.close()
  expect(await running).toMatchObject({ message: 'the product is shutting down' })
  await expect(own.run(turn, 0, 'a')).rejects.toThrow('the product is shutting down')
})

test('every declared task has its module, and every module is declared', () => {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
  const declared = names.flatMap(name =>
    name.endsWith('.test.ts')
      ? []
      : [...readFileSync(join('src', name), 'utf8').matchAll(/\btask<[^(]+\('([^']+)'/g)].map(
          ([, module = '']) => module,
        ),
  )
  expect(declared.filter(module => !existsSync(`src/${module}.task.ts`))).toEqual([])
  const modules = names.filter(name => name.endsWith('.task.ts')).map(name => name.replace(/\.task\.ts$/, ''))
  expect(modules.toSorted()).toEqual([...new Set(declared)].toSorted())
})
