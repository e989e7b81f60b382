//go:build browser

package browsertest

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	chromepage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel/stateful"
)

// TestTour runs the cells of Tour in JupyterLab, moves the slider, and records an animated PNG of what the page shows. It writes it to the
// file that IGBOLAB_TOUR names. The file contains the text of the cells, which a test of the documents compares with Tour.
func TestTour(t *testing.T) {
	if err := stateful.Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	f := startFrontEnd(t)
	const name = "tour.ipynb"
	must.Do(t, os.WriteFile(filepath.Join(f.dir, name), must.Of(written(Tour)).In(t), 0o600))
	ctx, cancel := context.WithTimeout(browser(t), limit)
	defer cancel()
	p := page{t, ctx, name}
	must.Do(t, chromedp.Run(ctx, chromedp.EmulateViewport(980, 660)))
	p.open(f)
	eval[bool](p, `(async () => { const run = c => window.jupyterapp.commands.execute(c);
		if (window.jupyterapp.shell.leftCollapsed === false) { await run("application:toggle-left-area"); }
		document.head.insertAdjacentHTML("beforeend", "<style>.jp-Cell.igbo-later, .jp-Notebook-footer, .jp-Toolbar.jp-cell-toolbar { display: none !important; }</style>");
		return true; })()`)
	var film film
	shown := -1
	shot := func(hold time.Duration) {
		t.Helper()
		eval[bool](p, fmt.Sprintf(`(() => { %s.content.widgets.forEach((w, i) => w.node.classList.toggle("igbo-later", i > %d)); return true; })()`, panel, shown))
		time.Sleep(400 * time.Millisecond) // JupyterLab lays out what came into view
		box := eval[[]float64](p, panel+`.content.node.getBoundingClientRect().toJSON && (b => [b.x, b.y, b.width, b.height])(`+panel+`.content.node.getBoundingClientRect())`)
		var picture []byte
		must.Do(t, chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) (err error) {
			picture, err = chromepage.CaptureScreenshot().WithClip(&chromepage.Viewport{X: box[0], Y: box[1], Width: box[2], Height: box[3], Scale: 1}).Do(ctx)
			return err
		})))
		film.add(must.Of(png.Decode(bytes.NewReader(picture))).In(t), hold)
	}
	const quotient, plot, slider = 1, 2, 3
	for cell := range Tour {
		shown = cell
		eval[bool](p, fmt.Sprintf(`(() => { %s.content.activeCellIndex = %d; return true; })()`, panel, cell))
		shot(time.Duration(500+4*len(Tour[cell])) * time.Millisecond)
		switch cell {
		case slider:
			p.show(cell, "decay 3") // it starts in the middle
			p.key(cell, kb.Home, "decay 0")
		default:
			p.run(cell)
		}
		switch cell {
		case quotient:
			p.reports(cell, "21")
		case plot:
			p.until("a figure", time.Minute, fmt.Sprintf(outputOf+`.querySelector("img, svg") !== null`, cell))
		}
		eval[bool](p, fmt.Sprintf(outputOf+`.scrollIntoView({block: "end"}) === undefined`, cell))
		shot(1100 * time.Millisecond)
	}
	for _, decay := range []string{"1", "2", "3", "4", "6", "8"} {
		p.key(slider, kb.ArrowRight, "decay "+decay)
		shot(350 * time.Millisecond)
	}
	p.key(slider, kb.Home, "decay 0")
	shot(1500 * time.Millisecond)
	recorded := film.apng(t, strings.Join(Tour, "\n\n"))
	t.Logf("%d frames, %d kB, %s", len(film.frames), len(recorded)/1000, film.length().Round(100*time.Millisecond))
	if file := os.Getenv("IGBOLAB_TOUR"); file != "" {
		must.Do(t, os.WriteFile(file, recorded, 0o644))
	}
}

// film is a sequence of pictures of one size.
type film struct {
	frames []*image.NRGBA
	holds  []time.Duration
}

func (f *film) add(picture image.Image, hold time.Duration) {
	frame := image.NewNRGBA(picture.Bounds())
	draw.Draw(frame, frame.Rect, picture, picture.Bounds().Min, draw.Src)
	f.frames, f.holds = append(f.frames, frame), append(f.holds, hold)
}

func (f *film) length() (sum time.Duration) {
	for _, hold := range f.holds {
		sum += hold
	}
	return sum
}

// apng returns the film as an animated PNG with a text. Each frame after the first has the rectangle that changed. A program that shows no
// animation shows the last frame.
func (f *film) apng(t *testing.T, text string) []byte {
	t.Helper()
	encoder, out, sequence := png.Encoder{CompressionLevel: png.BestCompression}, []byte(nil), uint32(0)
	number := func(values ...uint32) (b []byte) {
		for _, v := range values {
			b = binary.BigEndian.AppendUint32(b, v)
		}
		return b
	}
	encoded := func(picture image.Image) (header, data []byte) {
		var one bytes.Buffer
		must.Do(t, encoder.Encode(&one, picture))
		return chunks(one.Bytes())
	}
	header, still := encoded(f.frames[len(f.frames)-1])
	for i, frame := range f.frames {
		area := frame.Rect
		if i > 0 {
			area = changed(f.frames[i-1], frame)
		}
		_, data := encoded(frame.SubImage(area))
		if i == 0 {
			out = slices.Concat([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", header), chunk("acTL", number(uint32(len(f.frames)), 0)), chunk("iTXt", append([]byte("shows\x00\x00\x00\x00\x00"), text...)), chunk("IDAT", still))
		}
		delay := binary.BigEndian.AppendUint16(nil, uint16(f.holds[i].Milliseconds()))
		delay = append(binary.BigEndian.AppendUint16(delay, 1000), 0, 0) // keep the frame, replace the area
		origin := area.Min.Sub(frame.Rect.Min)
		out = append(out, chunk("fcTL", append(number(sequence, uint32(area.Dx()), uint32(area.Dy()), uint32(origin.X), uint32(origin.Y)), delay...))...)
		sequence++
		out = append(out, chunk("fdAT", append(number(sequence), data...))...)
		sequence++
	}
	return append(out, chunk("IEND", nil)...)
}

// changed returns the smallest rectangle outside of which two frames are equal, with at least one point.
func changed(a, b *image.NRGBA) image.Rectangle {
	r := image.Rectangle{}
	for y := b.Rect.Min.Y; y < b.Rect.Max.Y; y++ {
		for x := b.Rect.Min.X; x < b.Rect.Max.X; x++ {
			if a.NRGBAAt(x, y) != b.NRGBAAt(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if r.Empty() {
		return image.Rectangle{b.Rect.Min, b.Rect.Min.Add(image.Pt(1, 1))}
	}
	return r
}

// chunk returns a chunk of a PNG file.
func chunk(kind string, data []byte) []byte {
	body := append([]byte(kind), data...)
	return binary.BigEndian.AppendUint32(append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), body...), crc32.ChecksumIEEE(body))
}

// chunks returns the header and the compressed pixels of a PNG file.
func chunks(file []byte) (header, data []byte) {
	for at := 8; at+12 <= len(file); {
		n := int(binary.BigEndian.Uint32(file[at:]))
		body := file[at+8 : at+8+n]
		switch string(file[at+4 : at+8]) {
		case "IHDR":
			header = body
		case "IDAT":
			data = append(data, body...)
		}
		at += 12 + n
	}
	return header, data
}
