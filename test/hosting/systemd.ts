import { exitCodes } from '#kit/errors.ts'
import { imageCommand } from './image.ts'

const { configuration, token, intents, dataFolder, database } = exitCodes

/** A unit for a folder in which `npm run build` was run. Failures that a restart cannot fix are not restarted. */
export function systemdUnit(): string {
  const [node, ...args] = imageCommand
  return `# cp hosting/palisade.service /etc/systemd/system/, put the variables into /etc/palisade.env, then: systemctl enable --now palisade
[Unit]
Description=Palisade, a Discord bot and its dashboard
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
DynamicUser=yes
WorkingDirectory=/opt/palisade
ExecStart=/usr/bin/${node} ${args.join(' ')}
EnvironmentFile=/etc/palisade.env
Environment=NODE_ENV=production DATA_DIR=/var/lib/palisade MALLOC_TRIM_THRESHOLD_=131072
StateDirectory=palisade
StateDirectoryMode=0700
Restart=on-failure
RestartSec=10
RestartPreventExitStatus=${[configuration, token, intents, dataFolder, database].join(' ')}
TimeoutStopSec=30
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectHome=yes
ProtectSystem=strict

[Install]
WantedBy=multi-user.target
`
}
