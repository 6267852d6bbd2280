import { readFileSync } from 'node:fs'

const dockerfile = readFileSync('Dockerfile', 'utf8')

/** The image's command, so that all other ways of hosting run the same. */
export const imageCommand = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]') as string[]

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** The tag of the newest release to which one can upgrade without reading upgrade notes. */
export const rollingTag = `palisade:${version.split('.')[0]}`
