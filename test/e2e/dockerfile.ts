import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A stage of the Dockerfile, simulated in a folder that stands in for the image's root. */
interface Stage {
  name: string
  /** The folder that is `/` in this stage. */
  folder: string
  workdir: string
  environment: Record<string, string>
  user: string
  command: readonly string[]
  healthcheck: readonly string[]
}

interface Step {
  word: string
  rest: string
}

/** The steps, without comments and with continued lines joined. */
function steps(dockerfile: string): Step[] {
  return dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
}

const jsonArray = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[]

/**
 * The files of a clean build context: those known to Git that `.dockerignore` does not exclude. Git reads the lines of
 * that file as Docker does.
 */
function context(root: string): string[] {
  const list = (...options: string[]) =>
    spawnSync('git', ['ls-files', ...options], { cwd: root, encoding: 'utf8' }).stdout.split('\n')
  const left = new Set(list('-ci', '--exclude-from=.dockerignore'))
  return list('-co', '--exclude-standard').filter(
    name => name !== '' && !left.has(name) && existsSync(join(root, name)),
  )
}

/**
 * Simulates the Dockerfile's steps in folders below `scratch`. Folders cannot simulate users: `install` creates its
 * folder for whoever runs this.
 * @returns the last stage
 */
export function play(dockerfile: string, root: string, scratch: string): Stage {
  const stages: Stage[] = []
  const inside = (stage: Stage, path: string) =>
    join(stage.folder, path.startsWith('/') ? path : join(stage.workdir, path))
  for (const { word, rest } of steps(dockerfile)) {
    const stage = stages.at(-1)
    if (word === 'FROM') {
      const name = / AS (\w+)/.exec(rest)?.[1] ?? 'final'
      const folder = resolve(scratch, name)
      mkdirSync(folder, { recursive: true })
      stages.push({ name, folder, workdir: '/', environment: {}, user: 'root', command: [], healthcheck: [] })
      continue
    }
    if (!stage) throw new Error(`${word} before FROM`)
    if (word === 'WORKDIR') {
      stage.workdir = rest
      mkdirSync(inside(stage, '.'), { recursive: true })
    } else if (word === 'ENV') {
      for (const pair of rest.split(' '))
        stage.environment[pair.split('=')[0] ?? ''] = pair.slice(pair.indexOf('=') + 1)
    } else if (word === 'COPY') copy(stage, rest.split(' '))
    else if (word === 'RUN') run(stage, rest)
    else if (word === 'USER') stage.user = rest
    else if (word === 'CMD') stage.command = jsonArray(rest)
    else if (word === 'HEALTHCHECK') stage.healthcheck = jsonArray(rest)
    else if (word !== 'EXPOSE' && word !== 'VOLUME') throw new Error(`this test does not know ${word}`)
  }
  const last = stages.at(-1)
  if (!last) throw new Error('no stage')
  return last

  function copy(stage: Stage, words: string[]) {
    const from = stages.find(({ name }) => words[0] === `--from=${name}`)
    const sources = words.slice(from ? 1 : 0, -1)
    const target = words.at(-1) ?? '.'
    for (const source of sources) {
      if (from) cpSync(join(from.folder, source), inside(stage, target), { recursive: true, verbatimSymlinks: true })
      else
        for (const name of source === '.' ? context(root) : [source]) {
          const to = source === '.' || target.endsWith('/') ? join(inside(stage, target), name) : inside(stage, target)
          mkdirSync(dirname(to), { recursive: true })
          cpSync(join(root, name), to)
        }
    }
  }

  function run(stage: Stage, line: string) {
    const [, mode, folder] = /^install -d -o \w+ -g \w+(?: -m (\d+))? (\S+)$/.exec(line) ?? []
    if (folder !== undefined) {
      mkdirSync(inside(stage, folder), { mode: Number.parseInt(mode ?? '755', 8) })
      return
    }
    const env = { ...process.env, ...stage.environment }
    const installs = line.startsWith('npm ci')
    const { status, stdout, stderr } = spawnSync('bash', ['-c', installs ? `${line} --dry-run` : line], {
      cwd: inside(stage, '.'),
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`RUN ${line} ended with ${status}\n${stdout}\n${stderr}`)
    // The dependencies that the same lock file has installed here; downloading them again would prove nothing new.
    if (installs) symlinkSync(join(root, 'node_modules'), inside(stage, 'node_modules'))
  }
}
