import { readFileSync } from 'node:fs'

const dockerfile = readFileSync('Dockerfile', 'utf8')

/** What the image runs, so that every other way of hosting runs the same. */
export const imageCommand = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as string[]

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** The tag that follows all releases to which one can upgrade without reading anything. */
export const rollingTag = `palisade:${version.split('.')[0]}`
