import { slug } from '#web/app/docs-topic.ts'

/** The fragment of a link to a command: `command-antinuke-panic`. */
export const commandAnchor = (name: string): string => `command-${slug(name)}`

/** The fragment of a link to a setting: `setting-auto-moderation-max-strikes`. */
export const settingAnchor = (feature: string, label: string): string => `setting-${slug(feature)}-${slug(label)}`
