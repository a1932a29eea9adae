import { callTimeoutSeconds, type ProxySettings, pathRules, privatePaths, uploadFolder } from "./proxy-rules.ts";

const rule = (path: string, role: string, kind: "Exact" | "Prefix"): string =>
  `          - path: ${path}
            pathType: ${kind}
            backend: { service: { name: ${role}, port: { name: http } } }`;

const ingress = (name: string, host: string, annotations: readonly string[], rules: readonly string[]): string =>
  `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: ${name}
  annotations:
${annotations.map((line) => `    ${line}`).join("\n")}
spec:
  ingressClassName: nginx
  tls: [{ hosts: [${host}], secretName: app-tls }]
  rules:
    - host: ${host}
      http:
        paths:
${rules.join("\n")}
`;

/**
 * The app's host as Kubernetes' Ingress, for ingress-nginx. The wallet's page is not behind it: it belongs on a host that the cluster
 * does not serve.
 */
export const ingressConfiguration = ({ appUrl }: ProxySettings): string => {
  const host = new URL(appUrl).hostname;
  const timeout = `nginx.ingress.kubernetes.io/proxy-read-timeout: "${callTimeoutSeconds}"`;
  const byRole = pathRules.map(({ path, role }) => rule(path, role, "Exact"));
  return `# The app's host. Written from the API's contract: npm run proxy
# The WebSocket pings, so that the timeout of a call ends none. Nobody outside may ask ${privatePaths.join(", ")}: these lead to no service.
${ingress(
  "app",
  host,
  [timeout, 'nginx.ingress.kubernetes.io/proxy-body-size: "1m"'],
  [...byRole, ...privatePaths.map((path) => rule(path, "nobody", "Exact")), rule("/", "web", "Prefix")],
)}---
# Files are passed on while they arrive; the server limits them.
${ingress(
  "uploads",
  host,
  [
    timeout,
    'nginx.ingress.kubernetes.io/proxy-body-size: "0"',
    'nginx.ingress.kubernetes.io/proxy-request-buffering: "off"',
  ],
  [rule(uploadFolder, "web", "Prefix")],
)}`;
};
