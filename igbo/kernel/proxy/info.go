package proxy

import (
	"encoding/json"
	"runtime"
	"strings"
)

// kernelInfo returns the kernel's description of itself.
func (p *proxy) kernelInfo() (json.RawMessage, error) {
	goVersion := strings.TrimPrefix(runtime.Version(), "go")
	link := func(text, url string) map[string]string { return map[string]string{"text": text, "url": url} }
	return json.Marshal(map[string]any{
		"status": "ok", "protocol_version": "5.3", "implementation": "igbolab", "implementation_version": p.version(),
		"banner":   "igbolab " + p.version() + " with Go " + goVersion + ": %help explains cells",
		"debugger": true, "supported_features": []string{"debugger"},
		"language_info": map[string]any{
			"name": "go", "version": goVersion, "mimetype": "text/x-go", "file_extension": ".go", "pygments_lexer": "go", "codemirror_mode": "go",
		},
		"help_links": []map[string]string{
			link("Go language", "https://go.dev/ref/spec"), link("Go packages", "https://pkg.go.dev/std"), link("igbolab", "https://github.com/igbolab/igbolab"),
		},
	})
}

// version returns the version of the kernel.
func (p *proxy) version() string {
	if p.Version == "" {
		return "unknown"
	}
	return p.Version
}

// tellPorts reports the ports of the kernel.
func (p *proxy) tellPorts(m incoming) {
	c := p.connection
	p.answered(m, "connect_reply", map[string]any{
		"status": "ok", "shell_port": c.ShellPort, "iopub_port": c.IOPubPort, "stdin_port": c.StdinPort, "hb_port": c.HeartbeatPort, "control_port": c.ControlPort,
	})
}
