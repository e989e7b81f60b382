"""Pages and slides that need no network: formulas as MathML, Go highlighted as Go, styles inside."""
import base64
import binascii
import copy
import mimetypes
import os
import posixpath
import re
import unicodedata
from urllib.parse import unquote, urlsplit

from jinja2 import pass_context
from latex2mathml.converter import convert
from nbconvert import HTMLExporter, SlidesExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import GoLexer
from pygments.token import Comment


class CellLexer(GoLexer):
    """Go, with lines of the kernel's own between: %%, %commands and !shell."""

    KERNEL = re.compile(r"^[ \t]*[%!].*$", re.M)

    def get_tokens_unprocessed(self, text):
        begin = 0
        for line in self.KERNEL.finditer(text):
            yield from self.go(text, begin, line.start())
            yield line.start(), Comment.Preproc, line.group()
            begin = line.end()
        yield from self.go(text, begin, len(text))

    def go(self, text, begin, end):
        for at, token, value in GoLexer.get_tokens_unprocessed(self, text[begin:end]):
            yield begin + at, token, value


def colour(source, language=None, metadata=None):
    return highlight(source or " ", CellLexer(stripnl=False), HtmlFormatter(cssclass=" highlight hl-go"))


# Code, which is left alone, then formulas on lines of their own and in the text.
FORMULAS = re.compile(r"(?P<code>```.*?```|`[^`]*`)|\$\$(?P<block>.+?)\$\$|(?<![\\$])\$(?P<inline>[^$\n]+?)\$", re.S)


# A link to another notebook or text page.
LINK = re.compile(r'<a href="((?![a-z]+:)[^"#]*)(\.ipynb|\.md)(#[^"]*)?"([^>]*)>(.*?)</a>', re.S)


def link(match, job):
    """The link to the other one's page, or its words where it has none."""
    name = posixpath.normpath(posixpath.join(posixpath.dirname(job["name"]), unquote(match[1]) + match[2]))
    if name not in job["pages"]:
        return match[5]
    return '<a href="%s%s%s"%s>%s</a>' % (match[1], job["ending"], match[3] or "", match[4], match[5])


# Pictures that the exporter left without a description; their own says what they show.
SVG = re.compile(r'alt="No description has been provided for this image"( src="data:image/svg\+xml;base64,([^"]+)")')


def describe(match):
    try:
        said = re.search(r'aria-label="([^"]*)"', base64.b64decode(match[2])[:2000].decode("utf-8", "replace"))
    except binascii.Error:  # a picture that a notebook's author wrote
        said = None
    return 'alt="%s"%s' % (said[1] if said else "", match[1])


# A letter in another alphabet, by the attribute that browsers do not follow.
VARIANT = re.compile(r'<mi mathvariant="(script|bold|double-struck|fraktur)">([A-Za-z])</mi>')


def letter(match):
    """The letter itself, such as a script H, which is another letter than H."""
    name = "%s %s %s" % (match[1].upper(), "CAPITAL" if match[2].isupper() else "SMALL", match[2].upper())
    for block in ("MATHEMATICAL ", ""):  # some letters are older than their block
        try:
            return "<mi>%s</mi>" % unicodedata.lookup(block + name)
        except KeyError:
            pass
    return match[0]


# Rows of the tables of notation.md: symbols, with the notebook that introduces them, and terms.
SYMBOL_ROW = re.compile(r"^\| \$(.+?)\$ \| (.+?) \| .*\| (\d+) \| .*\|$", re.M)
TERM_ROW = re.compile(r"^\| ([A-Za-z][\w -]*) \| ([^|\n]+) \|$", re.M)

# Text in which no term is marked: code, headings, tables, links, elements, what a cell defines in bold, and formulas.
UNMARKED = r"```.*?```|`[^`\n]*`|^(?:#|\|)[^\n]*$|!?\[[^\]]*\]\([^)]*\)|<[^>]*>|\*\*[^*\n]+\*\*|https?://\S+|igbolabformula\d+x"

# Letters of formulas, for definitions, which are plain text.
LETTERS = {
    "alpha": "α", "delta": "δ", "eta": "η", "gamma": "γ", "kappa": "κ", "lambda": "λ", "mu": "μ", "sigma": "σ", "tau": "τ", "theta": "θ", "varepsilon": "ε", "xi": "ξ",
    "Phi": "Φ", "cdot": "·", "mp": "∓", "to": "→", "lvert": "|", "rvert": "|", "perp": "⊥", "mathcal H": "ℋ", "mathbf v": "v",
}


def plain(meaning):
    """A definition without formulas and code."""
    def words_of(match):
        return re.sub(r"[{}\\]", "", re.sub(r"\\(mathcal H|mathbf v|[A-Za-z]+) ?", lambda m: LETTERS.get(m[1], m[1]), match[1]))
    return re.sub(r"\$([^$]+)\$", words_of, meaning).replace("`", "")


class Definitions:
    """The definitions of symbols and terms that a notebook's page shows where the reader points at them."""

    def __init__(self, notation, name):
        number = re.match(r"\d+", posixpath.basename(name))
        number = int(number[0]) if number else 0
        self.symbols, self.terms, self.shown, self.said = {}, {}, [], set()
        for symbols, meaning, first in SYMBOL_ROW.findall(notation):
            for symbol in re.split(r",\\\s", symbols):
                if int(first) <= number:
                    self.symbols[symbol.strip()] = plain(meaning)
                    letter = LETTERS.get(symbol.strip().removeprefix("\\"))
                    if letter:
                        self.terms[letter] = plain(meaning)
        for term, meaning in TERM_ROW.findall(notation):
            if term != "term":
                self.terms[term.lower()] = plain(meaning)
        words = "|".join(re.escape(term) for term in sorted(self.terms, key=len, reverse=True))
        self.words = re.compile(r"(?P<unmarked>%s)|(?<![\w-])(?P<term>%s)(?P<plural>s?)(?![\w-])" % (UNMARKED, words), re.S | re.M | re.I) if words else None

    def marked(self, meaning, text):
        self.shown.append(meaning)
        return "igbolabterm%dx%sigbolabtermx" % (len(self.shown) - 1, text)

    def formula(self, match, placeholder):
        """The placeholder of a formula, marked where the formula is a symbol, once in a cell."""
        symbol = (match["inline"] or "").strip()
        line = match.string[match.string.rfind("\n", 0, match.start()) + 1:match.start() + 1]
        if symbol not in self.symbols or line[0] in "#|" or symbol in self.cell:
            return placeholder
        self.cell.add(symbol)
        return self.marked(self.symbols[symbol], placeholder)

    def text(self, source):
        """A cell's text, in which terms are marked at their first use in the page."""
        def mark(match):
            term = match["term"] or ""
            if term.isascii():  # Φ and φ are two letters
                term = term.lower()
            if term not in self.terms or term in self.said:
                return match[0]
            self.said.add(term)
            return self.marked(self.terms[term], match[0])
        return self.words.sub(mark, source) if self.words else source

    def put_back(self, html):
        def element(match):
            if int(match[1]) >= len(self.shown):
                return match[2]
            return '<span class="igbolab-term" tabindex="0" data-means="%s">%s</span>' % (text_of.escape(self.shown[int(match[1])]), match[2])
        return re.sub(r"igbolabterm(\d+)x(.*?)igbolabtermx", element, html, flags=re.S)


def convert_with(exporter, notebook, job):
    """The exporter's page, its formulas as MathML, which browsers show without MathJax and thus without a network."""
    notebook, formulas, clean = copy.deepcopy(notebook), [], Clean()
    definitions = Definitions(job.get("notation", ""), job["name"])
    clean.notebook(notebook)
    exporter.clean, exporter.remarks = clean, job.setdefault("remarks", [])

    def put_off(match):
        """Leaves a word in the formula's place, as the exporter would take MathML apart."""
        if match["code"]:
            return match["code"]
        display = "block" if match["block"] else "inline"
        try:
            made = " ".join(convert(match["block"] or match["inline"], display=display).split())
        except Exception:  # the converter has an error of its own for each mistake
            exporter.remarks.append("the formula %.200s is in the page as it is written: it is not valid" % match[0])
            formulas.append(text_of.escape(match[0]))
        else:
            formulas.append(formula(VARIANT.sub(letter, made), match[0]))
        return definitions.formula(match, "igbolabformula%dx" % (len(formulas) - 1))

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            definitions.cell = set()
            cell.source = definitions.text(FORMULAS.sub(put_off, cell.source))
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = True
    html = exporter.from_notebook_node(notebook, {"metadata": {"name": job["title"], "path": job["folder"]}})[0]
    html = SVG.sub(describe, html)
    html = definitions.put_back(html)
    html = re.sub(r"igbolabformula(\d+)x", lambda m: formulas[int(m[1])] if int(m[1]) < len(formulas) else "", html)
    html = clean.put_back(LINK.sub(lambda m: link(m, job), html))
    return html.replace("</head>", "<style>\n" + job["style"] + "</style>\n</head>", 1)


OPTIONS = dict(mathjax_url="", require_js_url="", jquery_url="", mermaid_js_url="", embed_images=True, filters={"highlight_code": colour})


def picture_file(folder, source):
    """The file and the type of a picture that a notebook refers to; raises ValueError with the reason if there is none to embed."""
    parts = urlsplit(source.strip())
    if parts.scheme or parts.netloc:
        raise ValueError("it is not a file beside the notebook")
    names = [name for name in (source.strip(), unquote(parts.path)) if name]
    if not names:
        raise ValueError("the reference is empty")
    base, found = os.path.realpath(folder), [os.path.realpath(os.path.join(folder, name)) for name in names]
    path = next((path for path in found if os.path.exists(path)), found[-1])
    kind = mimetypes.guess_type(path)[0] or ""
    if os.path.commonpath([base, path]) != base:
        raise ValueError("it is outside the notebook's folder")
    if os.path.isdir(path):
        raise ValueError("it is a folder")
    if not os.path.exists(path):
        raise ValueError("there is no such file")
    if not os.path.isfile(path) or not kind.startswith("image/"):
        raise ValueError("it is not a picture")
    return path, kind


class Renderer(IPythonRenderer):
    """Embeds the pictures of a notebook. It leaves a reference as it is if it cannot embed the picture, and adds a remark."""

    remarks = None  # a list

    def _embed_image_or_attachment(self, src):
        if src.startswith("attachment:") and not self.attachments.get(src[len("attachment:"):]):
            self.remark(src, "the cell has no such attachment")
            return src
        return super()._embed_image_or_attachment(src)

    def _html_embed_images(self, html):
        """Embeds the pictures in a block of HTML. Other blocks stay as they are: the parser of the method that this one replaces closes
        open elements, so the text of <details> would follow it and not be folded."""
        return super()._html_embed_images(html) if "<img" in html.lower() else html

    def _src_to_base64(self, src):
        if src.strip()[:5].lower() == "data:" or src.startswith("attachment:"):
            return None
        try:
            path, kind = picture_file(self.path, src)
            with open(path, "rb") as file:
                return "data:%s;base64,%s" % (kind, base64.b64encode(file.read()).decode())
        except OSError as error:
            self.remark(src, error.strerror or "it cannot be read")
        except ValueError as error:  # of urlsplit and of paths too
            self.remark(src, error)
        return None

    def remark(self, src, why):
        self.remarks.append("the picture \"%.200s\" is not in the page: %s" % (src, why))


class Harmless:
    """An exporter whose text is cleaned, with remarks about the pictures that it cannot embed."""

    @pass_context
    def markdown2html(self, context, source):
        renderer = Renderer(
            escape=False, attachments=context.get("cell", {}).get("attachments", {}), embed_images=self.embed_images,
            path=context.get("resources", {}).get("metadata", {}).get("path", ""), anchor_link_text=self.anchor_link_text,
            exclude_anchor_links=self.exclude_anchor_links, **self.lexer_options,
        )
        renderer.remarks = self.remarks
        return self.clean.html(MarkdownWithMath(renderer=renderer).render(source))


class Pages(Harmless, HTMLExporter):
    pass


class Slides(Harmless, SlidesExporter):
    pass


def page(notebook, job):
    """One page, with the script and the place of its program where it has one."""
    html = convert_with(Pages(raw_template=PAGES, **OPTIONS), notebook, job)
    if job.get("script"):
        begin, end = html.rsplit("</body>", 1)
        html = '%s<script type="text/plain" id="igbolab-program">igbolabprogram</script>\n<script>%s</script>\n</body>%s' % (begin, job["script"], end)
    return sealed(html, program=bool(job.get("script")))


# A cell whose source JupyterLab hides is folded.
FOLDED = """{% block input_group %}
{%- if cell.metadata.get("jupyter", {}).get("source_hidden") -%}
<details class="igbolab-code"><summary>Code</summary>{{ super() }}</details>
{%- else -%}{{ super() }}{%- endif -%}
{% endblock %}
"""

PAGES = "{%- extends 'index.html.j2' -%}\n" + FOLDED

SLIDES = """{%- extends 'index.html.j2' -%}
{% block html_head_js %}{% endblock %}
{% block html_head_js_mathjax %}{% endblock %}
{% block footer_js %}<script>igbolabreveal
Reveal.initialize({width: 1120, height: 720, margin: 0.02, center: false, hash: true, transition: "none", slideNumber: "c/t"});
</script>{% endblock %}
""" + FOLDED


SLIDES_STYLE = """
html, body.jp-Notebook, main, .reveal { height: 100%; max-width: none; padding: 0; }
.reveal .slides { text-align: left; }
.reveal .slides section { max-height: 100%; overflow: auto; padding: 0; }
.reveal .slides .jp-OutputArea-output img, .reveal .slides .jp-OutputArea-output svg { max-height: 560px; width: auto; }
.reveal .slides .highlight pre, .reveal .slides .jp-OutputArea-output pre { font-size: 16px; }
"""


def slides(notebook, job):
    """Slides with reveal.js inside. A heading of the first or second degree begins
    a slide, what follows goes below it; cells that say themselves where they go are left to it."""
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        begins = cell.cell_type == "markdown" and re.match(r"#{1,2} ", cell.source)
        cell.metadata.setdefault("slideshow", {}).setdefault("slide_type", "slide" if begins else "subslide")
    job = {**job, "style": job["style"] + SLIDES_STYLE}
    exporter = Slides(raw_template=SLIDES, reveal_url_prefix="igbolab", reveal_theme="none", font_awesome_url="", **OPTIONS)
    html = convert_with(exporter, notebook, job)
    html = re.sub(r'<link[^>]*href="igbolab/dist/reveal.css"[^>]*>', lambda m: "<style>\n" + job["reveal_css"] + "</style>", html)
    html = re.sub(r'<link[^>]*href="igbolab/dist/theme[^>]*>', "", html)
    return sealed(html.replace("igbolabreveal", job["reveal_js"].replace("</script", "<\\/script"), 1))
