import { readFileSync } from 'node:fs'

const dockerfile = readFileSync('Dockerfile', 'utf8')

/** What the image runs, so that no other way of hosting runs anything else. */
export const imageCommand = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as string[]

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** The tag that follows the releases which need no reading before an upgrade. */
export const rollingTag = `palisade:${version.split('.')[0]}`
