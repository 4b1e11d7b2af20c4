"""Makes the STEP assemblies of the tests; needs the package cadquery-ocp-novtk, which the tests do not.

python tests/io/step/make_assemblies.py
"""

from __future__ import annotations

from pathlib import Path

from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCylinder
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.Interface import Interface_Static
from OCP.Quantity import Quantity_Color, Quantity_TOC_RGB
from OCP.STEPCAFControl import STEPCAFControl_Writer
from OCP.TCollection import TCollection_ExtendedString
from OCP.TDataStd import TDataStd_Name
from OCP.TDocStd import TDocStd_Document
from OCP.TopLoc import TopLoc_Location
from OCP.XCAFDoc import XCAFDoc_ColorType, XCAFDoc_DocumentTool

HERE = Path(__file__).parent
RED, GREEN, BLUE = (0.8, 0.1, 0.1), (0.1, 0.6, 0.2), (0.1, 0.2, 0.8)


def box(corner, sides):
    return BRepPrimAPI_MakeBox(gp_Pnt(*corner), *sides).Shape()


def rod(start, direction, radius, length):
    return BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(*start), gp_Dir(*direction)), radius, length).Shape()


def cut(a, *others):
    for other in others:
        a = BRepAlgoAPI_Cut(a, other).Shape()
    return a


def fuse(a, *others):
    for other in others:
        a = BRepAlgoAPI_Fuse(a, other).Shape()
    return a


class Assembly:
    """An assembly with named and coloured parts, and assemblies inside it."""

    def __init__(self, name):
        self.document = TDocStd_Document(TCollection_ExtendedString("XmlOcaf"))
        self.shapes = XCAFDoc_DocumentTool.ShapeTool_s(self.document.Main())
        self.colours = XCAFDoc_DocumentTool.ColorTool_s(self.document.Main())
        self.root = self.group(name)

    def group(self, name, inside=None):
        label = self.shapes.NewShape()
        named(label, name)
        if inside is not None:
            named(self.shapes.AddComponent(inside, label, TopLoc_Location()), name)
        return label

    def part(self, name, shape, colour, *, inside=None, at=(0, 0, 0)):
        label = self.shapes.AddShape(shape, False)
        named(label, name)
        self.colours.SetColor(
            label, Quantity_Color(*colour, Quantity_TOC_RGB), XCAFDoc_ColorType.XCAFDoc_ColorSurf
        )
        move = gp_Trsf()
        move.SetTranslation(gp_Vec(*at))
        named(self.shapes.AddComponent(inside or self.root, label, TopLoc_Location(move)), name)

    def write(self, file, unit):
        self.shapes.UpdateAssemblies()
        Interface_Static.SetCVal_s("write.step.unit", unit)
        writer = STEPCAFControl_Writer()
        writer.SetColorMode(True)
        writer.SetNameMode(True)
        writer.Transfer(self.document)
        writer.Write(str(HERE / file))


def named(label, name):
    TDataStd_Name.Set_s(label, TCollection_ExtendedString(name))


def hinge():
    """Two leaves with knuckles on a pin with a head at each end, in millimetres."""
    made = Assembly("hinge")
    hole = rod((0, 0, -1), (0, 0, 1), 3.0, 62)
    for name, colour, way, heights in (("left leaf", RED, -1, (0, 40)), ("right leaf", GREEN, 1, (20,))):
        leaf = box((8 if way > 0 else -48, -2, 0), (40, 4, 60))
        for height in heights:
            knuckle = rod((0, 0, height + 0.1), (0, 0, 1), 6, 19.8)
            arm = box((0 if way > 0 else -12, -2, height + 0.1), (12, 4, 19.8))
            leaf = fuse(leaf, knuckle, arm)
        made.part(name, cut(leaf, hole), colour)
    pin = fuse(
        rod((0, 0, 0), (0, 0, 1), 2.95, 60),
        rod((0, 0, -3), (0, 0, 1), 5, 3),
        rod((0, 0, 60), (0, 0, 1), 5, 3),
    )
    made.part("pin", pin, BLUE)
    made.write("hinge.step", "MM")


def drawer():
    """A drawer in a case, written in metres; its knob is in an assembly with it."""
    made = Assembly("cabinet")
    case = cut(box((0, 0, 0), (400, 300, 150)), box((10, -1, 10), (380, 291, 130)))
    made.part("case", case, RED)
    inner = made.group("drawer unit", made.root)
    tray = cut(box((0, 0, 0), (379.6, 285, 129.6)), box((10, 10, 10), (359.6, 265, 130)))
    made.part("tray", tray, GREEN, inside=inner, at=(10.2, 0, 10.2))
    made.part("knob", rod((200, 0, 75), (0, -1, 0), 15, 30), BLUE, inside=inner)
    made.write("drawer.step", "M")


def wheel():
    """A fork, an axle with collars and a wheel on it, in inches, with the same collar twice."""
    made = Assembly("castor")
    hole = rod((0, -40, 0), (0, 1, 0), 5, 80)
    fork = fuse(
        box((-15, -30, -15), (30, 8, 75)), box((-15, 22, -15), (30, 8, 75)), box((-15, -30, 60), (30, 60, 8))
    )
    made.part("fork", cut(fork, hole), RED)
    made.part("axle", rod((0, -30, 0), (0, 1, 0), 4.9, 60), BLUE)
    made.part("wheel", cut(rod((0, -10, 0), (0, 1, 0), 40, 20), hole), GREEN)
    collar = cut(rod((0, 0, 0), (0, 1, 0), 9, 11.5), rod((0, -1, 0), (0, 1, 0), 4.9, 14))
    made.part("collar", collar, BLUE, at=(0, -21.7, 0))
    made.part("collar", collar, BLUE, at=(0, 10.2, 0))
    made.write("castor.step", "INCH")


if __name__ == "__main__":
    hinge()
    drawer()
    wheel()
