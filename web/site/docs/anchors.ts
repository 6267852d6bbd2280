import { slug } from '#web/app/docs-topic.ts'

/** What a link to a command ends with: `command-antinuke-panic`. */
export const commandAnchor = (name: string): string => `command-${slug(name)}`

/** What a link to a setting ends with: `setting-auto-moderation-max-strikes`. */
export const settingAnchor = (feature: string, label: string): string => `setting-${slug(feature)}-${slug(label)}`
