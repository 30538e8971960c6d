import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePorts } from '@sluice/testkit/backends'
import { type CandidatePlace, type ProxyCandidate, startProgram } from './candidates.ts'

/** Starts the nginx of the system's packages. @returns undefined where it is missing */
export async function startNginx(place: CandidatePlace): Promise<ProxyCandidate | undefined> {
  if (spawnSync('nginx', ['-v']).error) {
    console.log('\nnginx is left out: it is not installed. On Debian: apt-get install nginx')
    return undefined
  }
  const [port = 0] = await findFreePorts(1)
  const folder = join(place.folder, 'nginx')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'nginx.conf'), configuration(port, new URL(place.service).host))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  return startProgram(place, { name: 'nginx', command: 'nginx', args, port, ready: /event method/ })
}

/** One process; bodies of 64 kB stay in memory, and connections are kept as by the others. */
const configuration = (port: number, service: string): string => `
daemon off; master_process off; pid nginx.pid; error_log stderr notice;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  client_body_buffer_size 128k; proxy_buffers 16 16k; proxy_buffer_size 16k; keepalive_requests 1000000;
  upstream service { server ${service}; keepalive 128; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`
