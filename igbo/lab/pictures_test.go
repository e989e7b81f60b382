package lab

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// TestPicturesOfPages checks that a page is made whatever pictures a notebook refers to. Pictures that cannot be embedded and invalid
// formulas are reported, and nothing outside of the notebook's folder is read.
func TestPicturesOfPages(t *testing.T) {
	python, folder := pagesPython(t), t.TempDir()
	pixel := "\x89PNG\r\n\x1a\nours"
	for name, text := range map[string]string{"book/dot.png": pixel, "book/a dot.png": pixel, "book/pictures/dot.png": pixel, "book/words.txt": "SECRET", "outside.png": "SECRET", "book-two/dot.png": "SECRET"} {
		must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o777))
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	must.Do(t, os.Symlink(filepath.Join(folder, "outside.png"), filepath.Join(folder, "book", "linked.png")))
	embedded := []string{"![x](dot.png)", "![x](<a dot.png>)", "![x](a%20dot.png)", `<img src="pictures/dot.png">`, "![x](./pictures/../dot.png)", "![x](attachment:it.png)"}
	quiet := []string{"![x](data:image/png;base64,AAAA)", `<img src="data:image/png;base64,AAAA">`, `<img src="data:,">`, "<img>", `<img alt="No description has been provided for this image" src="data:image/svg+xml;base64,A">`}
	refused := map[string]string{
		"![]()": "the reference is empty", `<img src="">`: "the reference is empty", `<img src="  ">`: "the reference is empty", "![x](#)": "the reference is empty",
		"![x](.)": "it is a folder", "![x](pictures)": "it is a folder", `<img src="pictures/">`: "it is a folder", "![x](..)": "outside the notebook's folder",
		"![x](../outside.png)": "outside the notebook's folder", "![x](/etc/passwd)": "outside the notebook's folder", "![x](../book-two/dot.png)": "outside the notebook's folder",
		"![x](linked.png)": "outside the notebook's folder", "![x](%2e%2e/outside.png)": "outside the notebook's folder",
		"![x](gone.png)": "there is no such file", "![x](words.txt)": "it is not a picture", "![x](attachment:gone.png)": "no such attachment",
		"![x](https://example.org/dot.png)": "not a file beside the notebook", `<img src="//example.org/dot.png">`: "not a file beside the notebook",
		"![x](file:///etc/passwd)": "not a file beside the notebook", `<img src="http://[">`: "Invalid IPv6 URL", `<img src="` + strings.Repeat("a", 5000) + `">`: "",
		`<img src="a&#0;b.png">`: "", "![x](dot.png%00)": "", `<img src="\\server\dot.png">`: "there is no such file",
	}
	var cells []map[string]any
	add := func(source string) {
		cells = append(cells, map[string]any{"cell_type": "markdown", "metadata": map[string]any{}, "id": "c" + string(rune('a'+len(cells)%26)) + strings.Repeat("x", len(cells)/26), "source": source,
			"attachments": map[string]any{"it.png": map[string]string{"image/png": "AAAA"}, "empty.png": map[string]string{}}})
	}
	sources := append(append([]string{}, embedded...), quiet...)
	for source := range refused {
		sources = append(sources, source)
	}
	for _, source := range append(sources, "![x](attachment:empty.png)", `a $\frac{$ b`) {
		add(source)
	}
	text := must.Of(json.Marshal(map[string]any{"cells": cells, "metadata": map[string]any{}, "nbformat": 4, "nbformat_minor": 5})).In(t)
	for _, kind := range []string{"html", "slides"}[:sweep.Count(1, 2)] {
		job := must.Of(json.Marshal(map[string]any{"kind": kind, "ending": ".html", "pages": []string{}, "style": "", "reveal_js": "", "reveal_css": "",
			"notebooks": []source{{Title: "book", Folder: filepath.Join(folder, "book"), Text: string(text), Name: "book.ipynb"}}})).In(t)
		var reported, complaints bytes.Buffer
		cmd := exec.Command(python, "-c", cleanScript+pagesScript+exportScript)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(job), &reported, &complaints
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v\n%s", kind, err, &complaints)
		}
		var made []struct {
			Text    string
			Remarks []string
		}
		must.Do(t, json.Unmarshal(reported.Bytes(), &made))
		const ours = "data:image/png;base64,iVBORw0KGgpvdXJz"
		if n := strings.Count(made[0].Text, ours); n != len(embedded)-1 {
			t.Errorf("%s: %d pictures are in the page, want %d", kind, n, len(embedded)-1)
		}
		if secret := "U0VDUkVU"; strings.Contains(made[0].Text, secret) {
			t.Errorf("%s: a file is in the page that is no picture of the notebook", kind)
		}
		all := strings.Join(made[0].Remarks, "\n")
		if !strings.Contains(all, `the formula $\frac{$ is in the page as it is written`) || !strings.Contains(made[0].Text, `a $\frac{$ b`) {
			t.Errorf("%s: a formula that is not valid is lost", kind)
		}
		for source, why := range refused {
			if !strings.Contains(all, why) {
				t.Errorf("%s: nothing says %q of %s in\n%s", kind, why, source, all)
			}
		}
		if n := len(made[0].Remarks); n < len(refused)-4 || n > len(refused)+2 {
			t.Errorf("%s: %d remarks, want about %d:\n%s", kind, n, len(refused), all)
		}
	}
}

// TestFoldedAnswers: the text of <details> is folded in pages and slides, with Markdown and pictures in it, and so is the code of a cell
// whose source is hidden, but not its output.
func TestFoldedAnswers(t *testing.T) {
	python := pagesPython(t)
	cell := map[string]any{"cell_type": "markdown", "metadata": map[string]any{}, "id": "a",
		"source": "**Predict**: which?\n\n<details><summary>Answer</summary>\n\nThe *first* one, $x$.\n\n<img src=\"data:image/png;base64,AAAA\">\n\n</details>\n\nAfter it."}
	code := func(id, source string, metadata map[string]any) map[string]any {
		output := map[string]any{"output_type": "stream", "name": "stdout", "text": "printed by " + id}
		return map[string]any{"cell_type": "code", "metadata": metadata, "id": id, "source": source, "execution_count": 1, "outputs": []any{output}}
	}
	hidden := code("hidden", "secret()", map[string]any{"jupyter": map[string]any{"source_hidden": true}})
	shown := code("shown", "visible()", map[string]any{})
	text := must.Of(json.Marshal(map[string]any{"cells": []any{cell, hidden, shown}, "metadata": map[string]any{}, "nbformat": 4, "nbformat_minor": 5})).In(t)
	for _, kind := range []string{"html", "slides"}[:sweep.Count(1, 2)] {
		job := must.Of(json.Marshal(map[string]any{"kind": kind, "ending": ".html", "pages": []string{}, "style": "", "reveal_js": "", "reveal_css": "",
			"notebooks": []source{{Title: "book", Folder: t.TempDir(), Text: string(text), Name: "book.ipynb"}}})).In(t)
		cmd := exec.Command(python, "-c", cleanScript+pagesScript+exportScript)
		cmd.Stdin = bytes.NewReader(job)
		var made []struct{ Text string }
		must.Do(t, json.Unmarshal(must.Of(cmd.Output()).In(t), &made))
		_, folded, _ := strings.Cut(made[0].Text, "<summary>Answer</summary>")
		folded, after, _ := strings.Cut(folded, "</details>")
		if !strings.Contains(folded, "<em>first</em>") || !strings.Contains(folded, "<img") || !strings.Contains(after, "After it.") {
			t.Errorf("%s: folded is %q", kind, folded)
		}
		_, code, found := strings.Cut(after, "<summary>Code</summary>")
		code, after, _ = strings.Cut(code, "</details>")
		if !found || !strings.Contains(code, "secret") || strings.Contains(code, "printed by") || !strings.Contains(after, "printed by hidden") {
			t.Errorf("%s: the folded code is %q", kind, code)
		}
		if strings.Contains(after, "<details") || !strings.Contains(after, "visible") {
			t.Errorf("%s: the code of a cell that is not hidden is folded or absent", kind)
		}
	}
}
