# Healthy is ready: /readyz of the admin port answers 200. By bash alone, as a Node.js every few seconds would cost
# more than an idle service does.
exec 3<>"/dev/tcp/127.0.0.1/${ADMIN_PORT:-9090}" || exit 1
printf 'GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
answer=$(cat <&3)
printf '%s\n' "${answer##*$'\n'}"
[[ $answer == HTTP/1.[01]\ 200* ]]
