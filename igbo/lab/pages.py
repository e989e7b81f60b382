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


# A link from a notebook to another one.
LINK = re.compile(r'<a href="((?![a-z]+:)[^"#]*)\.ipynb(#[^"]*)?"([^>]*)>(.*?)</a>', re.S)


def link(match, job):
    """The link to the other one's page, or its words where it has none."""
    name = posixpath.normpath(posixpath.join(posixpath.dirname(job["name"]), unquote(match[1]) + ".ipynb"))
    if name not in job["pages"]:
        return match[4]
    return '<a href="%s%s%s"%s>%s</a>' % (match[1], job["ending"], match[2] or "", match[3], match[4])


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


def convert_with(exporter, notebook, job):
    """The exporter's page, its formulas as MathML, which browsers show without MathJax and thus without a network."""
    notebook, formulas, clean = copy.deepcopy(notebook), [], Clean()
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
        return "igbolabformula%dx" % (len(formulas) - 1)

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = FORMULAS.sub(put_off, cell.source)
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = True
    html = exporter.from_notebook_node(notebook, {"metadata": {"name": job["title"], "path": job["folder"]}})[0]
    html = SVG.sub(describe, html)
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
    html = convert_with(Pages(**OPTIONS), notebook, job)
    if job.get("script"):
        begin, end = html.rsplit("</body>", 1)
        html = '%s<script type="text/plain" id="igbolab-program">igbolabprogram</script>\n<script>%s</script>\n</body>%s' % (begin, job["script"], end)
    return sealed(html, program=bool(job.get("script")))


SLIDES = """{%- extends 'index.html.j2' -%}
{% block html_head_js %}{% endblock %}
{% block html_head_js_mathjax %}{% endblock %}
{% block footer_js %}<script>igbolabreveal
Reveal.initialize({width: 1120, height: 720, margin: 0.02, center: false, hash: true, transition: "none", slideNumber: "c/t"});
</script>{% endblock %}
"""


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
