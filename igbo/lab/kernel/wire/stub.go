package wire

import "strconv"
import "os"
import "fmt"

type sources map[int]string

func (s sources) begin(c *cell) {}
func (p *proxy) watch()         {}
func (p *proxy) interrupt()     {}
func (p *proxy) isComplete(m incoming) {
	p.answered(m, "is_complete_reply", map[string]string{"status": "unknown"})
}
func outputLimit() (int, error) {
	text := os.Getenv(OutputVariable)
	if text == "" {
		return DefaultOutputLimit, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("wire: %s is %q, expected a number of bytes of at least 1", OutputVariable, text)
	}
	return n, nil
}
