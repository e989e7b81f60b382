package prelude

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// tables holds the import paths by their prefix. A package's name is the last part of its path that is not a version. The first table with
// a name has priority.
var tables = []struct{ prefix, paths string }{
	{"github.com/igbolab/igbolab/", `
		datasets
		datasets/distribution
		igbo
		igbo/attribution
		igbo/attribution/derivative
		igbo/backend
		igbo/backend/embedded
		igbo/backend/peephole
		igbo/backend/program
		igbo/backend/selftest
		igbo/backend/vector
		igbo/backend/wheel
		igbo/course
		igbo/course/opening
		igbo/dag
		igbo/dag/calibrate
		igbo/dag/estimate
		igbo/dag/expert
		igbo/dag/feasible
		igbo/dag/pairwise
		igbo/dag/polytope
		igbo/dag/repair
		igbo/dag/textfile
		igbo/durable
		igbo/durable/workflow
		igbo/evaluation
		igbo/faithfulness
		igbo/samples/fold
		igbo/linear
		igbo/models
		igbo/notebook
		igbo/objective
		igbo/onnx
		igbo/onnx/export
		igbo/onnx/modelfile
		igbo/onnx/operator
		igbo/onnx/standard
		igbo/onnx/trees
		igbo/oracle
		igbo/oracle/assessor
		igbo/oracle/untrained
		igbo/posterior
		igbo/projection
		igbo/research/claims
		igbo/research/report
		igbo/research/study
		igbo/research/study/blackbox
		igbo/research/study/calibration
		igbo/research/study/catalog
		igbo/research/study/completeness
		igbo/research/study/compression
		igbo/research/study/benchmark
		igbo/research/study/convergence
		igbo/research/study/credit
		igbo/research/study/fewsamples
		igbo/research/study/learning
		igbo/research/study/noise
		igbo/research/study/pareto
		igbo/research/study/realdata
		igbo/research/study/recurrence
		igbo/research/study/routing
		igbo/research/study/routing/curve
		igbo/research/study/routing/example
		igbo/research/study/routing/front
		igbo/research/study/routing/tasks
		igbo/research/study/routing/validity
		igbo/research/study/saved
		igbo/research/study/sequences
		igbo/research/study/shift
		igbo/research/study/shortcut
		igbo/research/study/slurm
		igbo/research/study/teacherstudent
		igbo/research/study/trial
		igbo/research/study/weather
		igbo/research/study/wrongprior
		igbo/samples
		igbo/scan
		igbo/settings
		igbo/shapley
		igbo/durable/spool
		igbo/tabular/boost
		igbo/tabular/explain
		igbo/tabular/explainer
		igbo/tabular/explainer/subprocess
		igbo/tabular/table
		igbo/tabular/table/cell
		igbo/tabular/table/encode
		igbo/tabular/compare
		igbo/tabular/compare/parts
		igbo/tabular/tabulate
		igbo/tabular/tabulate/page
		igbo/task
		igbo/train
		igbo/trained
		igbo/training
		igbo/training/source
		plots
		plots/canvas
		plots/diagram
		plots/inline
		plots/inline/widget
		plots/layered`},
	{"github.com/gomlx/gomlx/", `
		core/graph core/tensors core/tensors/images core/tensors/numpy ml/dataset ml/layers
		ml/layers/activation ml/layers/attention ml/layers/attention/pos ml/layers/fnn
		ml/layers/lstm ml/layers/norm ml/layers/rational ml/layers/regularizer ml/layers/vnn
		ml/model ml/model/checkpoint ml/model/initializer ml/nn ml/train/loss ml/train/metric
		ml/train/optimizer ml/train/optimizer/cosineschedule support/exceptions support/fsutil support/sets
		support/xslices`},
	{"github.com/gomlx/", `
		compute compute/dtypes compute/dtypes/bfloat16 compute/dtypes/float16 compute/gobackend compute/shapes`},
	{"github.com/janpfeifer/gonb/", `gonbui gonbui/dom gonbui/widgets`},
	{"gonum.org/v1/gonum/", `
		blas blas/blas64 cmplxs diff/fd dsp/fourier floats floats/scalar graph/community graph/encoding/dot
		graph/flow graph/multi graph/network graph/simple graph/spectral graph/topo graph/traverse integrate
		integrate/quad interp lapack/lapack64 mat mathext num/dual num/hyperdual num/quat optimize
		optimize/convex/lp optimize/functions spatial/kdtree spatial/r2 spatial/r3 stat stat/combin
		stat/distmat stat/distmv stat/distuv stat/mds stat/samplemv stat/sampleuv`},
	{"gonum.org/v1/", `
		plot plot/palette plot/palette/brewer plot/palette/moreland plot/plotter plot/plotutil plot/vg
		plot/vg/draw plot/vg/vgimg plot/vg/vgpdf plot/vg/vgsvg`},
	{"", `
		archive/tar archive/zip bufio bytes cmp compress/bzip2 compress/flate compress/gzip compress/zlib
		container/heap container/list container/ring context crypto crypto/hmac crypto/md5 crypto/sha1
		crypto/sha256 crypto/sha512 crypto/subtle database/sql embed encoding encoding/ascii85 encoding/base32
		encoding/base64 encoding/binary encoding/csv encoding/gob encoding/hex encoding/json encoding/pem
		encoding/xml errors expvar flag fmt go/ast go/build go/format go/parser go/token go/types hash
		hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash html image image/color image/gif image/jpeg
		image/png io io/fs iter log log/slog maps math math/big math/bits math/cmplx math/rand/v2 mime net
		net/http net/http/httptest net/mail net/netip net/url os os/exec os/signal os/user path path/filepath
		reflect regexp runtime runtime/debug runtime/metrics runtime/pprof runtime/trace slices sort strconv
		strings sync sync/atomic syscall testing testing/quick text/tabwriter text/template time unicode
		unicode/utf16 unicode/utf8 unique unsafe weak`},
}

// Namesake is a package with the name of a package in the tables. It is chosen if a cell uses one of its symbols; the other
// package has none of these.
type Namesake struct{ Path, Symbols string }

// Namesakes holds the namesakes of each name.
var Namesakes = map[string][]Namesake{
	"rand": {
		{"math/rand", "Int31 Int31n Int63 Int63n Intn NewSource Seed Source64"},
		{"crypto/rand", "Prime Read Reader Text"},
	},
	"train":    {{"github.com/gomlx/gomlx/ml/train", "Dataset Loop NewLoop NewTrainer Trainer"}},
	"graph":    {{"gonum.org/v1/gonum/graph", "Directed Edges EdgesOf Line Multigraph Nodes NodesOf Undirected Weighted WeightedDirected WeightedEdge WeightedUndirected"}},
	"path":     {{"gonum.org/v1/gonum/graph/path", "AStar AllShortest BellmanFordFrom DijkstraAllPaths DijkstraFrom FloydWarshall Kruskal Prim Shortest YenKShortestPaths"}},
	"draw":     {{"image/draw", "DrawMask FloydSteinberg Over Quantizer Src"}},
	"template": {{"html/template", "CSS HTML HTMLAttr JS JSStr URL"}},
}

// table maps each name to its path.
var table = read()

func read() map[string]string {
	all := map[string]string{}
	for _, t := range tables {
		for _, p := range strings.Fields(t.paths) {
			if name := nameOf(p); all[name] == "" {
				all[name] = t.prefix + p
			}
		}
	}
	return all
}

var version = regexp.MustCompile(`^v[0-9]+$`)

// nameOf returns the name of a package of the tables or of the standard library.
func nameOf(p string) string {
	if dir, last := path.Split(p); dir != "" && version.MatchString(last) {
		p = path.Clean(dir)
	}
	return path.Base(p)
}

// Names returns the names of the table, each with its path.
func Names() map[string]string { return maps.Clone(table) }

// Paths returns the paths of the table, sorted.
func Paths() []string { return slices.Sorted(maps.Values(table)) }
