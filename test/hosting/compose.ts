import { environment } from '#kernel/config.ts'
import { rollingTag } from './image.ts'

/** `.env.example`: the variables that have to be filled in, then those with a default, commented out. */
export function envExample(): string {
  const line = ({ name, fallback, required, meaning }: (typeof environment)[number]) =>
    `# ${meaning}\n${required ? `${name}=` : `# ${name}=${fallback ?? ''}`}\n`
  const [required, optional] = [true, false].map(wanted =>
    environment
      .filter(variable => variable.required === wanted)
      .map(line)
      .join('\n'),
  )
  return `# Copy this file to .env. Fill in the first three; docs/hosting.md says where they come from.\n# A value with a # in it needs quotes around it.\n\n${required}\n# Everything below has a default.\n\n${optional}`
}

/** `compose.yaml`. The image sets `DATA_DIR`; everything else comes from `.env`. */
export const compose = (): string => `# cp .env.example .env, fill in the first three lines, then: docker compose up -d
services:
  palisade:
    image: \${PALISADE_IMAGE:-${rollingTag}}
    build: .
    env_file: .env
    environment:
      # These match the volume and the line "ports", and override .env.
      DATA_DIR: /data
      PORT: 3000
    volumes:
      - palisade:/data
    ports:
      # A reverse proxy on this machine forwards to it. Without the address, everybody could reach the port without TLS.
      - 127.0.0.1:3000:3000
    restart: unless-stopped
    init: true
    stop_grace_period: 30s

volumes:
  palisade:
`
